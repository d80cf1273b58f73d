// The replay of a search: each node is entered and left once, or visited once if the order of the search is unknown; and
// the window strip of the node shown. Texts are only ever set as text, never as markup.
(() => {
  "use strict";
  const NS = "http://www.w3.org/2000/svg";
  const page = JSON.parse(document.getElementById("search").textContent);
  const { nodes, words } = page;
  const one = (selector) => document.querySelector(selector);
  const outline = new Map([...document.querySelectorAll("details[data-n]")].map((each) => [Number(each.dataset.n), each]));
  const say = (key, values) => words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));

  // An event is a place in `nodes` and whether the node is left. The place of the parent follows from the levels.
  const events = [];
  const above = [];
  const entered = [];
  const left = [];
  const stack = [];
  const leave = () => {
    const place = stack.pop();
    left[place] = page.replays ? events.push([place, true]) - 1 : 0;
  };
  nodes.forEach(([, level], place) => {
    while (stack.length > level) leave();
    above.push(stack.length ? stack[stack.length - 1] : -1);
    entered.push(events.push([place, !page.replays]) - 1);
    stack.push(place);
  });
  while (stack.length) leave();
  const places = new Map(nodes.map(([index], place) => [index, place]));
  const isCut = ([place, isLeft]) => isLeft && nodes[place][6];

  let at = 0;
  let timer = 0;
  let marked = null;

  const make = (tag, attributes, text = "") => {
    const made = document.createElementNS(NS, tag);
    for (const name in attributes) made.setAttribute(name, attributes[name]);
    made.textContent = text;
    return made;
  };
  const drawBoard = (place) => {
    if (!page.board.length) return;
    const [[columns, rows, side, left, top, fill], start] = page.board;
    const path = [];
    for (let each = place; each >= 0; each = above[each]) path.unshift(each);
    const pieces = new Map(start);
    for (const each of path) {
      for (const [cell, piece] of nodes[each][10]) piece ? pieces.set(cell, piece) : pieces.delete(cell);
    }
    const corner = (cell) => [left + side * (cell % columns), top + side * (rows - 1 - Math.floor(cell / columns))];
    const tints = [nodes[place][8], nodes[place][9]].filter((cell) => cell >= 0).map((cell) => {
      const [x, y] = corner(cell);
      return make("rect", { x, y, width: side, height: side, fill: "#C2963B", "fill-opacity": 0.52 });
    });
    one("#tints").replaceChildren(...tints);
    const width = side * fill;
    const drawn = [...pieces].map(([cell, piece]) => {
      const [x, y] = corner(cell).map((length) => length + side / 2 - width / 2);
      return make("use", { href: `#p${piece}`, transform: `translate(${x} ${y}) scale(${width / 100})` });
    });
    one("#pieces").replaceChildren(...drawn);
  };

  // The window strip, as engine/picture/window.py draws it. Sizes are in px.
  const [LEFT, RIGHT, TOP, BOTTOM, LEAST, SLOT, WIDEST, LAST, HEIGHT] = [48, 28, 26, 22, 4, 7, 26, 20, 170];
  const strip = one("#strip");
  let slots = [];
  const edgesOf = (width, count, ghosts) => {
    const room = Math.max(1, width - LEFT - RIGHT);
    const slot = Math.min(WIDEST, room / (count + ghosts));
    if (slot >= LEAST) return Array.from({ length: count + 1 }, (_, each) => LEFT + slot * each);
    const last = Math.min(LAST, count);
    const tail = Math.min((ghosts * LEAST) / 2, room / 4);
    const first = Math.max(0.1, (room - tail - last * SLOT) / Math.max(1, count - last));
    const start = LEFT + first * (count - last);
    const edges = Array.from({ length: count - last }, (_, each) => LEFT + first * each);
    return [...edges, ...Array.from({ length: last + 1 }, (_, each) => start + SLOT * each)];
  };
  const markOf = (x, y, size, fate, bound) => {
    if (fate === "u" || bound === "n") return null;
    if (fate === "f") return make("circle", { cx: x, cy: y, r: size * 0.7, class: "ff" });
    if (bound === "e") return make("circle", { cx: x, cy: y, r: size, class: `f${fate}` });
    const up = bound === "l" ? -size : size;
    return make("path", { d: `M${x - size * 1.05} ${y - up * 0.8}L${x + size * 1.05} ${y - up * 0.8}L${x} ${y + up}z`, class: `f${fate}` });
  };
  const drawStrip = (node, isStepped) => {
    const place = page.strips[node].length || above[node] < 0 ? node : above[node];
    const caption = place === node ? words.replies : say("moves", { move: nodes[place][2] });
    one("#strip-of").textContent = caption;
    slots = [];
    if (!page.strips[place].length) {
      strip.setAttribute("aria-label", words.none);
      strip.replaceChildren(make("text", { x: LEFT, y: 48 }, words.none));
      return;
    }
    const [low, high, axis, floors, limit, ghosts, replies] = page.strips[place];
    const width = Math.max(240, Math.round(strip.clientWidth));
    strip.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    const bottom = HEIGHT - BOTTOM;
    const yOf = (value, isLower) =>
      value === null ? (isLower ? bottom : TOP) : bottom - Math.max(0, Math.min(1, (value - low) / (high - low))) * (bottom - TOP);
    const edges = edgesOf(width, replies.length, ghosts);
    const end = edges[edges.length - 1];
    const heights = floors.map((floor) => yOf(floor, true));
    const top = yOf(limit, false);
    let line = "";
    for (let each = 0; each < replies.length; each++) line += `${each ? "L" : "M"}${edges[each]} ${heights[each]}L${edges[each + 1]} ${heights[each]}`;
    line += `L${end} ${heights[replies.length]}`;
    const drawn = [make("path", { d: `${line}L${end} ${top}L${LEFT} ${top}z`, class: "band" }), make("path", { d: line, class: "alpha" })];
    if (limit !== null) drawn.push(make("path", { d: `M${LEFT} ${top}L${width - RIGHT} ${top}`, class: "beta" }));
    // What the search does not know yet at the event of the replay.
    const isOver = !isStepped || left[place] <= at;
    const known = isOver ? replies.length : replies.filter(([index]) => left[places.get(index)] <= at).length;
    const alpha = heights[known];
    if (floors[known] !== null) drawn.push(make("text", { x: width - RIGHT + 8, y: alpha + 4, class: "name" }, "α"));
    if (limit !== null) drawn.push(make("text", { x: width - RIGHT + (Math.abs(alpha - top) < 12 ? 18 : 8), y: top + 4 }, "β"));
    for (const [value, text] of axis) drawn.push(make("text", { x: LEFT - 8, y: yOf(value) + 4, "text-anchor": "end" }, text));
    drawn.push(make("text", { x: LEFT, y: HEIGHT - 6 }, "1"));
    if (replies.length > 1) drawn.push(make("text", { x: end, y: HEIGHT - 6, "text-anchor": "end" }, replies.length));
    if (ghosts) {
      const step = end - edges[edges.length - 2];
      const stop = Math.min(end + Math.max(16, step * ghosts), width - RIGHT);
      drawn.push(make("rect", { x: end, y: TOP, width: stop - end, height: bottom - TOP, fill: "url(#hatch)" }));
      if (stop - end > 24) drawn.push(make("text", { x: stop, y: HEIGHT - 6, "text-anchor": "end" }, replies.length + ghosts));
    }
    let words_at = null;
    replies.forEach(([index, value, fate, bound, text, isBest], each) => {
      const [x, y] = [(edges[each] + edges[each + 1]) / 2, yOf(value)];
      const reply = places.get(index);
      slots.push([reply, x]);
      const mark = markOf(x, y, Math.min(4, Math.max(2, (edges[each + 1] - edges[each]) / 2)), fate, bound);
      if (mark) drawn.push(mark);
      if (isBest || reply === node) drawn.push(make("circle", { cx: x, cy: y, r: 7, class: "ring" }));
      if (isBest) {
        const label = `${nodes[reply][2]} ${text}: ${nodes[place][6] ? words.cut : words.best}`;
        const anchor = x > width * 0.7 ? "end" : x < width * 0.2 ? "start" : "middle";
        words_at = make("text", { x, y: y - 26 > TOP ? y - 12 : y + 20, "text-anchor": anchor, class: "best" }, label);
      }
    });
    if (words_at) drawn.push(words_at);
    if (!isOver) {
      const x = edges[known];
      drawn.push(make("rect", { x, y: TOP - 8, width: width - RIGHT - x, height: bottom - TOP + 9, class: "veil" }));
      drawn.push(make("path", { d: `M${x} ${TOP - 8}L${x} ${bottom}`, class: "now" }));
    }
    strip.setAttribute("aria-label", [caption, ...replies.slice(0, known).map(([index, , , , text]) => `${nodes[places.get(index)][2]} ${text}`)].join(", "));
    strip.replaceChildren(...drawn);
  };
  const describe = ([place, isLeft]) => {
    const [, , move, window, value, reason, , hidden] = nodes[place];
    if (!page.replays) return [move, value, hidden ? say("hidden", { count: hidden }) : ""].filter(Boolean).join(" · ");
    const parts = isLeft
      ? [`${say("leave", { move })}: ${value}`, reason, hidden ? say("hidden", { count: hidden }) : ""]
      : [say("enter", { move }), window];
    if (isLeft && place === 0) parts.push(words.end);
    return parts.filter(Boolean).join(" · ");
  };
  // `isStepped` is whether the replay led here, so that what comes later is not shown yet.
  let stepped = false;
  const show = (event, isStepped = true, isFirst = false) => {
    stepped = isStepped;
    at = Math.max(0, Math.min(events.length - 1, event));
    const [place, isLeft] = events[at];
    drawBoard(place);
    if (marked) marked.classList.remove("at", "left");
    marked = outline.get(nodes[place][0]) || null;
    if (marked) {
      for (let each = marked.parentElement.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
      marked.classList.add("at");
      marked.classList.toggle("left", isLeft && page.replays);
      const box = marked.firstElementChild.getBoundingClientRect();
      const cover = strip && getComputedStyle(strip.parentElement).position === "sticky" ? strip.parentElement.offsetHeight : 0;
      if (!isFirst && (box.top < cover || box.bottom > innerHeight)) marked.firstElementChild.scrollIntoView({ block: "center" });
    }
    one("#slider").value = at;
    if (strip) drawStrip(place, isStepped);
    one("#count").textContent = say(page.replays ? "event" : "node", { number: at + 1, count: events.length });
    one("#what").textContent = describe(events[at]);
  };
  const stop = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    one("#play").classList.remove("on");
  };
  const go = (event, isStepped = true) => {
    stop();
    show(event, isStepped);
  };
  const choose = (place) => {
    if (place !== undefined && place >= 0) go(entered[place], false);
  };
  const beside = (step) => {
    const place = events[at][0];
    const siblings = above[place] < 0 ? [] : nodes.map((_, each) => each).filter((each) => above[each] === above[place]);
    choose(siblings[siblings.indexOf(place) + step]);
  };
  const play = () => {
    if (timer) return stop();
    if (at === events.length - 1) show(0);
    const speed = Number(one("#speed").value);
    const interval = Math.max(1000 / speed, 40);
    one("#play").classList.add("on");
    timer = setInterval(() => {
      show(at + Math.max(1, Math.round((speed * interval) / 1000)));
      if (at === events.length - 1) stop();
    }, interval);
  };
  const cut = (step) => {
    for (let each = at + step; each >= 0 && each < events.length; each += step) {
      if (isCut(events[each])) return go(each);
    }
    stop();
  };
  const commands = {
    first: () => go(0),
    "cut-back": () => cut(-1),
    back: () => go(at - 1),
    play,
    step: () => go(at + 1),
    cut: () => cut(1),
    last: () => go(events.length - 1),
  };
  for (const name in commands) one(`#${name}`)?.addEventListener("click", commands[name]);
  const walking = { Home: commands.first, End: commands.last, ",": commands.back, ".": commands.step };
  const replaying = { Home: commands.first, End: commands.last, "[": commands["cut-back"], ",": commands.back, " ": play, ".": commands.step, "]": commands.cut };
  const toggle = () => {
    strip.parentElement.open = !strip.parentElement.open;
  };
  const keys = page.replays ? { ...replaying, w: toggle, W: toggle } : walking;
  const onStrip = {
    ArrowLeft: () => beside(-1),
    ArrowRight: () => beside(1),
    ArrowUp: () => choose(above[events[at][0]]),
    ArrowDown: () => choose(above.indexOf(events[at][0])),
  };
  addEventListener("keydown", (event) => {
    const command = (event.target === strip && onStrip[event.key]) || keys[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || !command) return;
    if (event.target.closest("select") || (event.key === " " && event.target.closest("button, summary"))) return;
    event.preventDefault();
    command();
  });
  one("#slider").max = events.length - 1;
  one("#slider").addEventListener("input", (event) => go(Number(event.target.value)));
  one("#speed")?.addEventListener("change", () => { if (timer) { stop(); play(); } });
  addEventListener("click", (event) => {
    const summary = event.target.closest("details[data-n] > summary");
    if (summary) choose(places.get(Number(summary.parentElement.dataset.n)));
  });
  one(".replay").hidden = false;
  if (strip) {
    strip.closest("details").hidden = false;
    const redraw = () => drawStrip(events[at][0], stepped);
    const nearest = (event) => {
      const x = event.clientX - strip.getBoundingClientRect().left;
      const found = slots.reduce((best, each) => (best && Math.abs(best[1] - x) <= Math.abs(each[1] - x) ? best : each), null);
      return found && Math.abs(found[1] - x) <= WIDEST ? found[0] : undefined;
    };
    strip.addEventListener("click", (event) => choose(nearest(event)));
    strip.closest("details").addEventListener("toggle", redraw);
    addEventListener("resize", redraw);
  }
  show(0, false, true);
})();
