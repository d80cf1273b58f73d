// The replay of a search: each node is entered and left once. Texts are only ever set as text, never as markup.
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
  const stack = [];
  nodes.forEach(([, level], place) => {
    while (stack.length > level) events.push([stack.pop(), true]);
    above.push(stack.length ? stack[stack.length - 1] : -1);
    entered.push(events.length);
    events.push([place, false]);
    stack.push(place);
  });
  while (stack.length) events.push([stack.pop(), true]);
  const isCut = ([place, isLeft]) => isLeft && nodes[place][6];

  let at = 0;
  let timer = 0;
  let marked = null;

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
    const make = (tag, attributes) => {
      const made = document.createElementNS(NS, tag);
      for (const name in attributes) made.setAttribute(name, attributes[name]);
      return made;
    };
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
  const describe = ([place, isLeft]) => {
    const [, , move, window, value, reason, , hidden] = nodes[place];
    const parts = isLeft
      ? [`${say("leave", { move })}: ${value}`, reason, hidden ? say("hidden", { count: hidden }) : ""]
      : [say("enter", { move }), window];
    if (isLeft && place === 0) parts.push(words.end);
    return parts.filter(Boolean).join(" · ");
  };
  const show = (event, isFirst = false) => {
    at = Math.max(0, Math.min(events.length - 1, event));
    const [place, isLeft] = events[at];
    drawBoard(place);
    if (marked) marked.classList.remove("at", "left");
    marked = outline.get(nodes[place][0]) || null;
    if (marked) {
      for (let each = marked.parentElement.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
      marked.classList.add("at");
      marked.classList.toggle("left", isLeft);
      const box = marked.firstElementChild.getBoundingClientRect();
      if (!isFirst && (box.top < 0 || box.bottom > innerHeight)) marked.firstElementChild.scrollIntoView({ block: "center" });
    }
    one("#slider").value = at;
    one("#count").textContent = say("event", { number: at + 1, count: events.length });
    one("#what").textContent = describe(events[at]);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    one("#play").classList.remove("on");
  };
  const go = (event) => {
    stop();
    show(event);
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
  for (const name in commands) one(`#${name}`).addEventListener("click", commands[name]);
  const keys = { Home: commands.first, End: commands.last, "[": commands["cut-back"], ",": commands.back, " ": play, ".": commands.step, "]": commands.cut };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    if (event.target.closest("select") || (event.key === " " && event.target.closest("button, summary"))) return;
    event.preventDefault();
    keys[event.key]();
  });
  one("#slider").max = events.length - 1;
  one("#slider").addEventListener("input", (event) => go(Number(event.target.value)));
  one("#speed").addEventListener("change", () => { if (timer) { stop(); play(); } });
  const places = new Map(nodes.map(([index], place) => [index, place]));
  addEventListener("click", (event) => {
    const summary = event.target.closest("details[data-n] > summary");
    if (summary) go(entered[places.get(Number(summary.parentElement.dataset.n))]);
  });
  one(".replay").hidden = false;
  show(0, true);
})();
