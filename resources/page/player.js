// The player of a recorded search: a picture, a sentence and the line of pseudo-code for each step, and questions before
// decisions. Pictures are elements written by the engine. Texts are only ever set as text, never as markup.
(async () => {
  "use strict";
  const root = document.documentElement;
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const store = one("#search");
  const unpack = (packed) => {
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  };
  const page = JSON.parse(store.dataset.packed ? await unpack(store.dataset.packed) : store.textContent);
  const codes = Object.keys(page.words);
  const asked = { right: 0, total: 0, wrong: [], verdict: null };
  let language = page.words[root.lang] ? root.lang : codes[0];
  let film = null;
  let at = 0;
  let timer = 0;
  let marked = null;

  const own = (words) => (typeof words === "object" ? words[language] : words ?? "");
  const say = (key, values = {}) => page.words[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const put = (selector, words) => { one(selector).textContent = words; };
  const show = (selector, isShown) => { one(selector).hidden = !isShown; };

  // --- pictures -------------------------------------------------------------------------------------------------------

  const make = ([tag, attributes, inside]) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const name in attributes) made.setAttribute(name, attributes[name]);
    Array.isArray(inside) ? made.append(...inside.map(make)) : (made.textContent = own(inside));
    return made;
  };
  const framesOf = ({ changes }) => {
    const frames = [];
    for (const [base, ...parts] of changes) {
      const made = base < 0 ? [] : [...frames[base]];
      for (const [place, count, ...added] of parts) made.splice(place, count, ...added);
      frames.push(made);
    }
    return frames;
  };
  const elements = (frame) => (film.frames[frame] ?? []).map((each) => film.elements[each]);
  const draw = (selector, found, width, height) => {
    one(selector).setAttribute("viewBox", `0 0 ${width} ${height}`);
    one(selector).replaceChildren(...found.map(make));
  };
  const drawBoard = (node) => {
    const [[columns, rows, side, left, top, fill], start] = page.board;
    const path = [];
    for (let each = node; each > 0; each = page.nodes[each][0]) path.unshift(page.nodes[each]);
    const pieces = new Map(start);
    for (const each of path) for (const [cell, piece] of each[3]) piece ? pieces.set(cell, piece) : pieces.delete(cell);
    const corner = (cell) => [left + side * (cell % columns), top + side * (rows - 1 - Math.floor(cell / columns))];
    const [, origin, target] = page.nodes[node];
    const tints = [origin, target].filter((cell) => cell >= 0).map(corner);
    const width = side * fill;
    one("#tints").replaceChildren(...tints.map(([x, y]) =>
      make(["rect", { x, y, width: side, height: side, fill: "#C2963B", "fill-opacity": 0.52 }])));
    one("#pieces").replaceChildren(...[...pieces].map(([cell, piece]) => {
      const [x, y] = corner(cell).map((length) => length + (side - width) / 2);
      return make(["use", { href: `#p${piece}`, transform: `translate(${x} ${y}) scale(${width / 100})` }]);
    }));
  };

  // --- the code and the questions -------------------------------------------------------------------------------------

  const drawCode = (step, next) => {
    show(".code", film.code);
    if (!film.code) return;
    put("#code-name", `${say("code")} · ${film.code.name}`);
    one("#code").replaceChildren(...film.code.lines.map(([indent, text, side], place) => {
      const made = document.createElement("li");
      const [isNow, isNext] = [place + 1 === step.line, step.ask && place + 1 === next.line];
      made.className = [`i${indent}`, isNow ? "now" : isNext ? "next" : "", side >= 0 && step.half >= 0 && side !== step.half ? "other" : ""].join(" ");
      own(text).split("**").forEach((part, each) => {
        const word = document.createElement(each % 2 ? "b" : "span");
        word.textContent = part;
        made.append(word);
      });
      if (isNow || isNext) {
        const numbers = document.createElement("i");
        numbers.textContent = own(isNow ? step.numbers : next.question);
        made.append(numbers);
      }
      return made;
    }));
  };
  const decides = () => film.steps[at].ask !== undefined;
  const isQuestion = () => one("#asks").checked && decides() && !film.answered.has(at);
  const drawQuestion = () => {
    const { verdict, right, total, wrong } = asked;
    const isJudged = verdict && verdict.film === film && verdict.shown === at;
    const question = isJudged ? verdict.ask : isQuestion() ? film.steps[at].ask : null;
    show("#question", question);
    if (question) {
      const [title, words, first, second, answer] = question;
      put("#ask-title", own(title));
      put("#ask", own(words));
      [first, second].forEach((each, number) => {
        const button = one(`#answer${number + 1}`);
        put(`#answer${number + 1}`, `${number + 1}  ${own(each)}`);
        button.className = !isJudged || (number !== verdict.chosen && number !== answer) ? "" : number === answer ? "good" : "bad";
      });
      put("#verdict", isJudged ? `${verdict.chosen === answer ? "✓" : "✗"} ${own(verdict.because)}` : "");
      one("#verdict").className = isJudged && verdict.chosen === answer ? "good" : "bad";
    }
    put("#score", total ? say("score", { right, total }) : "");
    show("#repeat", wrong.length);
    put("#repeat", say(wrong.length === 1 ? "repeat" : "repeats", { count: wrong.length }));
  };
  const answer = (number) => {
    if (!isQuestion()) return;
    const [place, ask] = [at, film.steps[at].ask];
    const isRight = ask[4] === number;
    const again = asked.wrong.findIndex((each) => each.film === film && each.place === place);
    film.answered.add(place);
    asked.total += 1;
    asked.right += isRight;
    if (isRight && again >= 0) asked.wrong.splice(again, 1);
    if (!isRight && again < 0) asked.wrong.push({ film, place });
    asked.verdict = { film, shown: place + isRight, ask, chosen: number, because: film.steps[place + 1].say };
    go(asked.verdict.shown);
  };
  const repeat = () => {
    const { film: its, place } = asked.wrong[0];
    its.answered.delete(place);
    one("#asks").checked = true;
    if (its !== film) choose(its);
    go(place);
  };

  // --- steps ----------------------------------------------------------------------------------------------------------

  const last = () => film.steps.length - 1;
  const markRow = (node, isFirst) => {
    marked?.classList.remove("at");
    const list = one(`.outline[lang="${language}"]`);
    marked = list?.querySelector(`details[data-n="${node}"]`);
    if (!marked) return;
    for (let each = marked.parentElement.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
    marked.classList.add("at");
    if (!isFirst) list.scrollTop += marked.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  };
  const draw_all = (isFirst = false) => {
    const step = film.steps[at];
    put(".meta", film.about ?? say("about"));
    put("#say", own(step.say));
    put("#more", own(step.more));
    put("#count", say("count", { step: at, all: last() }));
    one("#slider").value = at;
    if (film.width) draw("#picture", film.draw?.(at, language) ?? elements(step.picture), film.width, film.height);
    if (step.x !== undefined) {
      const figure = one("#figure");
      figure.scrollLeft = (step.x / film.width) * one("#picture").clientWidth - figure.clientWidth / 2;
    }
    if (film.strip) {
      show("#strip", step.strip >= 0);
      if (step.strip >= 0) draw("#strip", elements(step.strip), ...film.strip);
    }
    drawCode(step, film.steps[at + 1]);
    drawQuestion();
    if (page.board?.length) drawBoard(step.node);
    if (step.node !== undefined) markRow(page.nodes[step.node][4], isFirst);
    show("#play .on", timer);
    show("#play .off", !timer);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
  };
  const go = (step) => {
    stop();
    at = Math.max(0, Math.min(last(), step));
    draw_all();
  };
  const forward = () => (isQuestion() ? go(at) : go(at + 1));
  const toDecision = (by) => {
    // With questions, the next decision is the next question.
    const open = film.steps.findIndex((each, place) => place >= at && each.ask && !film.answered.has(place));
    if (by > 0 && one("#asks").checked && open >= 0) return go(open);
    const places = film.steps.flatMap((each, place) => (film.steps[place - 1]?.ask ? [place] : []));
    const onward = places.filter((each) => (by > 0 ? each > at : each < at));
    if (places.length) go(by > 0 ? onward[0] ?? places[0] : onward[onward.length - 1] ?? places[places.length - 1]);
  };
  const tick = () => {
    if (at === last() || isQuestion()) stop();
    else at += 1;
    draw_all();
  };
  const play = () => {
    if (timer) return go(at);
    if (at === last()) at = 0;
    timer = setInterval(tick, 1000 / Number(one("#speed").value));
    draw_all();
  };
  const choose = (chosen) => {
    film = chosen;
    film.answered ??= new Set();
    film.frames ??= film.changes && framesOf(film);
    show("#figure", film.width);
    show(".questions", film.steps.some((each) => each.ask));
    if (film.width) one("#picture").style.minWidth = `${film.least}px`;
    one("#slider").max = last();
    at = 0;
  };

  // --- languages, themes, keys ----------------------------------------------------------------------------------------

  const translate = () => {
    const shown = one(".outline:not([hidden])"), wanted = one(`.outline[lang="${language}"]`);
    if (shown && shown !== wanted) {
      const opened = shown.querySelectorAll("details");
      wanted.querySelectorAll("details").forEach((each, place) => { each.open = opened[place].open; });
      shown.hidden = true;
      wanted.hidden = false;
    }
    root.lang = language;
    all("[data-w]").forEach((each) => { each.textContent = say(each.dataset.w); });
    all("[data-l]").forEach((each) => { each.title = say(each.dataset.l); each.setAttribute("aria-label", each.title); });
    put("#language", codes[(codes.indexOf(language) + 1) % codes.length].toUpperCase());
    document.title = say("title");
    one("#picture")?.setAttribute("aria-label", say("title"));
  };
  const commands = {
    first: () => go(0), back: () => go(at - 1), play, forward, last: () => go(last()),
    previous: () => toDecision(-1), next: () => toDecision(1), answer1: () => answer(0), answer2: () => answer(1), repeat,
    language: () => { language = codes[(codes.indexOf(language) + 1) % codes.length]; translate(); draw_all(); },
    theme: () => {
      const isDark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
      root.dataset.theme = isDark ? "light" : "dark";
    },
  };
  for (const name in commands) one(`#${name}`)?.addEventListener("click", commands[name]);
  const keys = { ArrowRight: "forward", ArrowLeft: "back", "]": "next", "[": "previous", " ": "play", Home: "first", End: "last", 1: "answer1", 2: "answer2" };
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[key] || target.closest("#own, select")) return;
    if ((key === " " && target.closest("button, summary, input")) || (target.id === "slider" && key.startsWith("Arrow"))) return;
    event.preventDefault();
    commands[keys[key]]();
  });
  one("#slider").addEventListener("input", (event) => go(Number(event.target.value)));
  one("#speed").addEventListener("change", () => { if (timer) { stop(); play(); } });
  one("#asks").addEventListener("change", () => { film.answered.clear(); asked.verdict = null; draw_all(); });
  addEventListener("click", (event) => {
    const row = event.target.closest("details[data-n] > summary");
    const node = row ? page.nodes.findIndex((each) => each[4] === Number(row.parentElement.dataset.n)) : -1;
    const step = film.steps.findIndex((each) => each.node === node && node >= 0);
    if (step >= 0) go(step);
  });
  if (one("#own")) {
    const showTree = () => {
      const text = one("#own").value;
      const made = ownFilm(page.own, text);
      one("#own").setAttribute("aria-invalid", Boolean(made.error));
      put("#own-error", made.error ? own(made.error) : "");
      if (made.error) return;
      choose(made);
      draw_all();
    };
    one("#show").addEventListener("click", showTree);
    one("#own").addEventListener("keydown", (event) => { if (event.key === "Enter") showTree(); });
  }
  root.classList.add("js");
  choose(page.film);
  one("#asks").checked = page.asks;
  translate();
  draw_all(true);
})();
