// The page of a record: board, moves, comments and graph. It replays changes of the board and depends on no rules.
// Texts of the record are only ever set as text (textContent), never as markup.
(async () => {
  "use strict";
  const NS = "http://www.w3.org/2000/svg";
  const unpack = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).text();
  };
  // The data of a large page are compressed. Without the means to read them, the page stays as it is without a script.
  const data = document.getElementById("record");
  const page = JSON.parse(data.dataset.packed ? await unpack(data.dataset.packed) : data.textContent);
  const root = document.documentElement;
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const nodes = page.nodes;
  const [columns, rows, side, left, top, fill, onSquares] = page.board;
  const board = one("#board");
  const graph = one("#graph");
  const moves = new Map(all(".list .move").map((each) => [Number(each.dataset.n), each]));
  const said = new Map(all(".said").map((each) => [Number(each.dataset.n), each.lastChild.textContent]));
  const children = nodes.map(() => []);
  nodes.forEach((node, place) => { if (node[0] >= 0) children[node[0]].push(place); });
  let language = page.words[root.lang] ? root.lang : "en";
  let at = 0;
  let shown = 0; // the position on the board, which differs from `at` while the pointer is on the graph
  let line = [];
  let mistakes = [];
  let flipped = false;
  let timer = 0;

  // --- small things ---------------------------------------------------------------------------------------------------

  const make = (tag, attributes, text) => {
    const made = document.createElementNS(NS, tag);
    for (const name in attributes) made.setAttribute(name, attributes[name]);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const html = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const say = (key, values = {}) =>
    page.words[language][key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  const scoreText = (text) => (language === "vi" ? text.replace(/(\d)\.(\d)/, "$1,$2") : text);
  const moveText = (place) => (moves.has(place) ? moves.get(place).firstChild.textContent : "");
  const numbered = (place) => (moves.has(place) ? `${moves.get(place).dataset.no} ${moveText(place)}` : "");
  const nags = (place) => (moves.has(place) ? [...moves.get(place).querySelectorAll(".nag")] : []);
  const path = (place) => {
    const found = [];
    for (let each = place; each >= 0; each = nodes[each][0]) found.unshift(each);
    return found;
  };
  const onward = (place) => {
    const found = [];
    for (let each = place; children[each].length; ) found.push((each = children[each][0]));
    return found;
  };

  // --- the board ------------------------------------------------------------------------------------------------------

  const piecesAt = (place) => {
    let pieces = new Map(page.start);
    for (const each of path(place).slice(1)) {
      const [, , , origin, target, captured, placed] = nodes[each];
      const moved = pieces.get(origin);
      pieces.delete(origin);
      for (const cell of captured) pieces.delete(cell);
      if (target >= 0 && moved) pieces.set(target, moved);
      for (const [cell, piece] of placed) piece ? pieces.set(cell, piece) : pieces.delete(cell);
    }
    return pieces;
  };
  const corner = (cell) => {
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    return [
      left + side * (flipped ? columns - 1 - column : column),
      top + side * (flipped ? row : rows - 1 - row),
    ];
  };
  const center = (cell) => corner(cell).map((length) => length + side / 2);
  const words = (place, pieces) => {
    const kinds = Object.keys(page.kinds);
    const order = ([cell, piece], [other, its]) => kinds.indexOf(piece) - kinds.indexOf(its) || cell - other;
    const texts = [...pieces].sort(order).map(([cell, piece]) => {
      const name = page.names[0][cell % columns] + page.names[1][Math.floor(cell / columns)];
      return say("piece", { cell: name, piece: page.kinds[piece][language] });
    });
    const turn = say("toMove", { side: page.sides[language][nodes[place][2]] });
    return `${turn}. ${texts.join(", ") || say("empty")}.`;
  };
  const arrow = (origin, target, color, lane) => {
    const [x2, y2] = center(target);
    const width = side * 0.16;
    if (origin < 0 || origin === target) {
      const radius = side * 0.44 - lane * width;
      return make("circle", { cx: x2, cy: y2, r: radius, fill: "none", stroke: color, "stroke-width": width * 0.8, opacity: 0.88 });
    }
    const [x1, y1] = center(origin);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const shift = lane * width * 1.3;
    const point = (along, across) =>
      `${(x1 + ux * along - uy * (across + shift)).toFixed(1)} ${(y1 + uy * along + ux * (across + shift)).toFixed(1)}`;
    const start = side * 0.3;
    const end = length - side * 0.04;
    const neck = end - Math.min(side * 0.42, length / 2);
    const half = width / 2;
    const barb = side * 0.22;
    const steps = [[start, half], [neck, half], [neck, barb], [end, 0], [neck, -barb], [neck, -half], [start, -half]];
    const d = `M${steps.map((each) => point(...each)).join("L")}z`;
    return make("path", { d, fill: color, stroke: "#FFFDF8", "stroke-opacity": 0.8, "stroke-width": side * 0.03, "stroke-linejoin": "round", opacity: 0.88 });
  };
  // Coordinates are as large in a board that is drawn small.
  const fitCaptions = () => {
    const { a: scale } = board.getScreenCTM() || { a: 1 };
    board.style.setProperty("--caption", `${Math.min(14, 11 / scale)}px`);
  };
  const drawBoard = (place, arrows) => {
    shown = place;
    const pieces = piecesAt(place);
    const layers = ["tints", "pieces", "over"].map((name) => one(`#${name}`));
    layers.forEach((each) => each.replaceChildren());
    const [tints, body, over] = layers;
    const [, , , origin, target, , , checked] = nodes[place];
    if (onSquares) {
      for (const cell of [origin, target]) {
        if (cell < 0) continue;
        const [x, y] = corner(cell);
        tints.append(make("rect", { x, y, width: side, height: side, fill: "#C2963B", "fill-opacity": 0.52 }));
      }
    }
    for (const cell of checked || []) {
      const [cx, cy] = center(cell);
      tints.append(make("circle", { cx, cy, r: side * 0.6, fill: "url(#pcheck)" }));
    }
    const width = side * fill;
    for (const [cell, piece] of pieces) {
      const [x, y] = center(cell);
      const transform = `translate(${x - width / 2} ${y - width / 2}) scale(${width / 100})`;
      body.append(make("use", { href: `#p${piece}`, transform }));
    }
    if (!onSquares && target >= 0 && pieces.has(target)) {
      // Around a piece that was moved, whose label a small ring would cover, and small where it came from.
      const rings = origin < 0 ? [[target, 0.22]] : [[target, 0.46], [origin, 0.14]];
      for (const [cell, radius] of rings) {
        const [cx, cy] = center(cell);
        const r = side * radius;
        body.append(make("circle", { cx, cy, r, fill: "none", stroke: "#C2963B", "stroke-width": side * 0.08 }));
      }
    }
    const lanes = {};
    for (const [from, to, color] of arrows) {
      const key = `${from} ${to}`;
      lanes[key] = (lanes[key] ?? -1) + 1;
      over.append(arrow(from, to, color, lanes[key]));
    }
    board.classList.toggle("flipped", flipped);
    const text = words(place, pieces);
    board.setAttribute("aria-label", text);
    board.querySelector("title").textContent = text;
  };
  const arrowsAt = (place) =>
    page.series.filter((each) => each.l[place]).map((each) => [each.l[place][1], each.l[place][2], each.c]);

  // --- words ----------------------------------------------------------------------------------------------------------

  const swatch = (series) => {
    const made = make("svg", { width: 10, height: 10, viewBox: "0 0 10 10", class: "swatch" });
    const forms = {
      solid: ["circle", { cx: 5, cy: 5, r: 5 }],
      dash: ["rect", { x: 0.7, y: 0.7, width: 8.6, height: 8.6 }],
      dot: ["path", { d: "M5 0L10 5L5 10L0 5z" }],
      dashdot: ["path", { d: "M5 0.5L9.6 9.3H0.4z" }],
    };
    const [tag, attributes] = forms[series.d];
    made.append(make(tag, { ...attributes, fill: series.c }));
    return made;
  };
  const showLegend = (place) => {
    one(".legend").replaceChildren(
      ...page.series.map((each) => {
        const item = html("span");
        const score = html("b", "", each.s[place] ? scoreText(each.s[place][0]) : "–");
        item.append(swatch(each), each.t[language], score);
        return item;
      }),
    );
    one(".legend").hidden = !page.series.length;
  };
  const verdictLine = ([kind, loss, before, after, best, remarks]) => {
    const made = html("p", "verdict");
    made.append(html("b", `j-${kind}`, say(`kind_${kind}`)));
    const lost = loss in page.words[language] ? say(loss) : scoreText(loss);
    const played = moveText(at);
    const parts = [...remarks.map((each) => say(each)), lost, `${before} → ${after} %`];
    if (best && best !== played && kind !== "forced") parts.push(`${say("bestMove")}: ${best}`);
    made.append(parts.filter(Boolean).map((each) => ` · ${each}`).join(""));
    return made;
  };
  const showComment = () => {
    const remark = one(".remark");
    remark.replaceChildren();
    const text = said.get(at);
    if (at || text) {
      const about = html("p", "about", numbered(at));
      about.append(...nags(at).map((each) => each.cloneNode(true)));
      remark.append(about);
    }
    const verdict = page.verdicts[at];
    if (verdict) remark.append(verdictLine(verdict));
    if (text) remark.append(html("blockquote", "", text));
    else if (!verdict) remark.append(html("p", "none", say("nothing")));
    remark.hidden = !at && !text;
    const best = one(".best");
    best.replaceChildren();
    const seen = page.series.filter((each) => each.l[at]);
    if (seen.length) best.append(html("h2", "", say("best")));
    for (const each of seen) {
      const [text] = each.l[at];
      const [first, ...rest] = text.split("\t");
      const item = html("div");
      item.title = each.t[language];
      item.append(swatch(each), html("span", "", first));
      item.append(html("b", "", each.s[at] ? scoreText(each.s[at][0]) : ""));
      if (rest.length) item.append(html("small", "", rest.join(" ")));
      best.append(item);
    }
  };
  const showStrip = () => {
    const strip = one(".strip");
    strip.replaceChildren(
      ...line.slice(1).flatMap((place) => {
        const made = moves.get(place) && moves.get(place).cloneNode(true);
        if (!made) return [];
        const label = made.dataset.no;
        made.classList.toggle("at", place === at);
        return label.endsWith(".") ? [html("span", "no", label), made] : [made];
      }),
    );
    const current = strip.querySelector(".at");
    if (current) strip.scrollLeft = current.offsetLeft - strip.clientWidth / 2 + current.offsetWidth / 2;
    else strip.scrollLeft = 0;
  };
  // The mistakes of the main line by the review or, if no move was judged, by the author.
  const findMistakes = () => {
    const isJudged = Object.keys(page.verdicts).length > 0;
    const kinds = ["inaccuracy", "mistake", "blunder", "missed_win"];
    return main.filter((place) => {
      const verdict = page.verdicts[place];
      return isJudged ? verdict && kinds.includes(verdict[0]) : moves.has(place) && moves.get(place).querySelector(".g2, .g4, .g6");
    });
  };
  const showMistakes = () => {
    one(".mistakes").hidden = !mistakes.length;
    one(".mistakes ol").replaceChildren(
      ...mistakes.map((place) => {
        const item = html("li", "", `${moves.get(place).dataset.no} `);
        item.append(moves.get(place).cloneNode(true));
        return item;
      }),
    );
  };
  const translate = () => {
    root.lang = language;
    for (const each of all("[data-w]")) each.textContent = page.words[language][each.dataset.w];
    for (const each of all("[data-l]")) {
      const text = page.words[language][each.dataset.l];
      each.setAttribute("aria-label", text);
      each.title = text;
    }
    for (const [place, each] of moves) {
      const verdict = page.verdicts[place];
      const sign = each.querySelector("[class*=j-]");
      if (!verdict || !sign) continue;
      sign.title = say(verdict[5].includes("only") ? "only" : `kind_${verdict[0]}`);
      sign.setAttribute("role", "img");
      sign.setAttribute("aria-label", sign.title);
    }
    showMistakes();
    for (const each of all(".list .score")) {
      each.textContent = scoreText(each.dataset.s || "");
    }
    one("#language").textContent = language.toUpperCase();
  };

  // --- the graph ------------------------------------------------------------------------------------------------------

  let scale = { x: () => 0, y: () => 0, ply: () => 0 };
  const drawGraph = () => {
    const has = page.series.some((each) => line.some((place) => each.s[place]));
    one(".graph").hidden = !has;
    if (!has) return;
    const box = one(".graph").getBoundingClientRect();
    const [width, height] = [Math.max(box.width, 200), Math.max(box.height, 90)];
    const last = Math.max(1, line.length - 1);
    const [x0, x1, y0, y1] = [36, width - 14, height < 120 ? 8 : 18, height - 36];
    scale = {
      x: (ply) => x0 + ((x1 - x0) * ply) / last,
      y: (chance) => y1 + ((y0 - y1) * chance) / 1000,
      ply: (x) => Math.min(last, Math.max(0, Math.round(((x - x0) * last) / (x1 - x0)))),
    };
    const parts = [];
    for (const value of [0, 50, 100]) {
      const y = scale.y(value * 10);
      parts.push(make("path", { d: `M${x0} ${y}H${x1}`, stroke: "var(--line)" }));
      parts.push(make("text", { x: x0 - 8, y: y + 4, "text-anchor": "end" }, value));
    }
    let step = 1;
    for (const each of [1, 2, 5, 6, 10, 20, 25, 50, 100, 200, 500]) {
      step = each;
      if (((x1 - x0) * each) / last >= 45) break;
    }
    for (let ply = 0; ply <= last; ply += step) {
      parts.push(make("text", { x: scale.x(ply), y: y1 + 18, "text-anchor": "middle" }, ply));
    }
    const dashes = { dash: "6 4", dot: "2 3", dashdot: "6 3 2 3" };
    const ordered = page.series.map((each, index) => [each, index]).sort((a, b) => (a[1] === page.main) - (b[1] === page.main));
    for (const [each, index] of ordered) {
      let d = "";
      let pen = "M";
      line.forEach((place, ply) => {
        const score = each.s[place];
        if (score) d += `${pen}${scale.x(ply).toFixed(1)} ${scale.y(score[1]).toFixed(1)}`;
        pen = score ? "L" : "M";
      });
      const attributes = { d, fill: "none", stroke: each.c, "stroke-width": index === page.main ? 2.6 : 1.4, "stroke-linejoin": "round" };
      if (dashes[each.d]) attributes["stroke-dasharray"] = dashes[each.d];
      parts.push(make("path", attributes));
    }
    const here = line.indexOf(shown);
    if (here >= 0) {
      const x = scale.x(here);
      parts.push(make("path", { d: `M${x} ${y0 - 4}V${y1}`, stroke: "var(--gold)", "stroke-width": 2 }));
      for (const each of page.series) {
        const score = each.s[shown];
        if (score) parts.push(make("circle", { cx: x, cy: scale.y(score[1]), r: 4, fill: each.c, stroke: "var(--surface)" }));
      }
    }
    const main = page.series[page.main];
    line.forEach((place, ply) => {
      const kinds = nags(place).map((each) => each.textContent);
      const judged = { mistake: "?", blunder: "??", missed_win: "#?" };
      const verdict = page.verdicts[place];
      const kind = verdict ? judged[verdict[0]] : kinds.includes("??") ? "??" : kinds.includes("?") ? "?" : "";
      if (!kind || !main || !main.s[place]) return;
      const [x, y] = [scale.x(ply), scale.y(main.s[place][1])];
      const color = kind === "?" ? "var(--mistake)" : "var(--blunder)";
      const d = kind === "?" ? `M${x} ${y - 6}l6 6l-6 6l-6 -6z` : `M${x - 5} ${y - 5}h10v10h-10z`;
      parts.push(make("path", { d, fill: color, stroke: "var(--surface)" }));
      const above = y > y0 + 22;
      parts.push(make("text", { x, y: above ? y - 11 : y + 18, "text-anchor": "middle", class: "sign", fill: color }, kind));
    });
    graph.setAttribute("viewBox", `0 0 ${width} ${height}`);
    graph.replaceChildren(...parts);
    graph.setAttribute("aria-label", `${say("graph")}: ${page.words[language].axis}`);
  };
  const tip = one(".tip");
  const point = (event) => {
    const box = graph.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const ply = scale.ply(x);
    const place = line[ply];
    const near = page.series
      .filter((each) => each.s[place])
      .map((each) => [Math.abs(scale.y(each.s[place][1]) - y), each])
      .sort((a, b) => a[0] - b[0])[0];
    return { ply, place, series: near && near[1], x, width: box.width };
  };
  const hover = (event) => {
    const { place, series, x, width } = point(event);
    if (!series) return unhover();
    const best = series.l[place];
    drawBoard(place, best ? [[best[1], best[2], series.c]] : []);
    showLegend(place);
    drawGraph();
    const texts = [numbered(place), `${series.t[language]} ${scoreText(series.s[place][0])}`];
    tip.replaceChildren(html("div", "", texts.filter(Boolean).join(" · ")));
    if (best) tip.append(html("div", "", best[0].replaceAll("\t", " ")));
    tip.hidden = false;
    const room = tip.offsetWidth;
    tip.style.left = `${Math.max(4, Math.min(width - room - 4, x + 12))}px`;
    tip.style.top = `${-tip.offsetHeight - 4}px`;
  };
  const unhover = () => {
    tip.hidden = true;
    if (shown !== at) show();
    else drawBoard(at, arrowsAt(at));
  };

  // --- moving about ---------------------------------------------------------------------------------------------------

  const show = () => {
    if (!line.includes(at)) line = [...path(at), ...onward(at)];
    drawBoard(at, arrowsAt(at));
    showLegend(at);
    showComment();
    showStrip();
    drawGraph();
    for (const [place, each] of moves) {
      each.classList.toggle("at", place === at);
      if (place === at) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
    }
    for (const each of all(".mistakes .move")) each.classList.toggle("at", Number(each.dataset.n) === at);
    const current = moves.get(at);
    const list = one(".list");
    if (current && list.scrollHeight > list.clientHeight) {
      const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - list.clientHeight / 2;
    } else if (!at) list.scrollTop = 0;
    const ply = nodes[at][1];
    const inVariation = main[ply] !== at;
    const where = inVariation ? say("variation", { ply }) : say("ply", { ply, count: main.length - 1 });
    for (const each of all(".where")) each.textContent = where;
  };
  const go = (place, keepTime) => {
    if (place === undefined || !nodes[place]) return;
    if (!keepTime) stop();
    at = place;
    tip.hidden = true;
    show();
    const address = main[nodes[at][1]] === at ? `#ply=${nodes[at][1]}` : `#node=${at}`;
    try {
      history.replaceState(null, "", address);
    } catch {
      // Some viewers of local files forbid it; the address is only a convenience.
    }
  };
  const main = [0, ...onward(0)];
  const forward = (keepTime) => go(line[line.indexOf(at) + 1], keepTime);
  const back = () => go(nodes[at][0] < 0 ? undefined : nodes[at][0]);
  const sibling = (step) => {
    const above = nodes[at][0];
    if (above < 0) return;
    const own = children[above];
    go(own[(own.indexOf(at) + step + own.length) % own.length]);
  };
  const mistake = (step) => {
    const places = step < 0 ? [...mistakes].reverse() : mistakes;
    go(places.find((each) => (nodes[each][1] - nodes[at][1]) * step > 0) ?? places[0]);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    one("#play").classList.remove("on");
  };
  const play = () => {
    if (timer) return stop();
    if (line.indexOf(at) === line.length - 1) go(line[0]);
    timer = setInterval(() => {
      forward(true);
      if (line.indexOf(at) === line.length - 1) stop();
    }, 1000);
  };
  const flip = () => {
    flipped = !flipped;
    const [above, below] = [one(".player.above"), one(".player.below")];
    const kept = [...above.childNodes];
    above.replaceChildren(...below.childNodes);
    below.replaceChildren(...kept);
    drawBoard(shown, arrowsAt(shown));
  };
  const follow = () => {
    const found = /^#(ply|node)=(\d{1,6})$/.exec(location.hash);
    if (!found) return;
    const number = Number(found[2]);
    const place = found[1] === "ply" ? main[Math.min(number, main.length - 1)] : number;
    if (place !== at && nodes[place]) {
      at = place;
      show();
    }
  };
  const theme = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };
  const commands = {
    first: () => go(line[0]),
    back,
    play,
    forward: () => forward(),
    last: () => go(line[line.length - 1]),
    flip,
    theme,
    language: () => {
      const codes = Object.keys(page.words);
      language = codes[(codes.indexOf(language) + 1) % codes.length];
      translate();
      show();
    },
  };
  for (const name in commands) one(`#${name}`).addEventListener("click", commands[name]);
  const keys = {
    ArrowLeft: back,
    ArrowRight: () => forward(),
    ArrowUp: () => sibling(-1),
    ArrowDown: () => sibling(1),
    Home: commands.first,
    End: commands.last,
    n: () => mistake(1),
    N: () => mistake(-1),
    f: flip,
    F: flip,
    " ": play,
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    event.preventDefault();
    keys[event.key]();
  });
  addEventListener("click", (event) => {
    const move = event.target.closest(".move");
    if (!move) return;
    event.preventDefault();
    const place = Number(move.dataset.n);
    line = [...path(place), ...onward(place)];
    go(place);
  });
  addEventListener("hashchange", follow);
  addEventListener("resize", () => { fitCaptions(); drawGraph(); });
  graph.addEventListener("pointermove", hover);
  graph.addEventListener("pointerdown", hover);
  graph.addEventListener("pointerleave", unhover);
  graph.addEventListener("pointercancel", unhover);
  // Not "click": the element under the pointer has been replaced by then.
  graph.addEventListener("pointerup", (event) => go(point(event).place));
  let pressed = 0;
  board.addEventListener("pointerdown", (event) => { pressed = event.clientX; });
  board.addEventListener("pointerup", (event) => {
    const moved = event.clientX - pressed;
    if (Math.abs(moved) > 40) moved < 0 ? forward() : back();
  });

  const download = one("#download");
  const offer = (text) => { download.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`; };
  if (download.dataset.packed) unpack(download.dataset.packed).then(offer, () => { download.hidden = true; });

  root.classList.add("js");
  line = main;
  mistakes = findMistakes();
  translate();
  fitCaptions();
  follow();
  show();
})();
