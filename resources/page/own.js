// The search of a tree that the reader types, by alpha-beta or minimax: the steps that the engine writes for other trees,
// with its templates of sentences and its drawings of nodes. All values are for the maximiser, who moves at even plies.
const ownFilm = (own, text) => {
  "use strict";
  const codes = Object.keys(own.texts);
  const inAll = (make) => Object.fromEntries(codes.map((code) => [code, make(code)]));
  const replaced = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  // --- the tree -------------------------------------------------------------------------------------------------------

  const fail = (key, values) => { throw inAll((code) => replaced(own.errors[code][key], values)); };
  const parse = () => {
    const words = [];
    const pattern = /[-−]?[0-9]+:?|[()]|[\s,]+/y;
    while (pattern.lastIndex < text.length) {
      const at = pattern.lastIndex;
      const place = [...text.slice(0, at)].length + 1;
      const found = pattern.exec(text);
      if (!found) fail("sign", { place, letter: String.fromCodePoint(text.codePointAt(at)) });
      const word = found[0].replace("−", "-");
      if (/[-()0-9]/.test(word[0])) words.push([word, place]);
    }
    words.push(["", [...text].length + 1]);
    const count = words.filter(([word]) => word && word !== ")" && !word.endsWith(":")).length;
    if (count > own.most) fail("large", { count, most: own.most });
    if (!words[0][0]) fail("empty", { example: own.example });
    const read = [];
    let at = 0;
    const numberOf = (word, place) => {
      const digits = word.replace(/^-?0*/, "");
      if (digits.length > String(own.greatest).length) fail("value", { place, most: own.greatest });
      return Number(digits) * (word.startsWith("-") ? -1 : 1) + 0;
    };
    const readNode = (parent, depth) => {
      let [word, place] = words[at];
      let value = 0;
      if (word === ")") fail("closed", { place });
      at += 1;
      if (word.endsWith(":")) {
        value = numberOf(word.slice(0, -1), place);
        [word, place] = words[at];
        if (word !== "(") fail("static", { place, word: `${value}:` });
        at += 1;
      } else if (word !== "(") value = numberOf(word, place);
      const number = read.push({ parent, depth, value }) - 1;
      if (word !== "(") return;
      while (words[at][0] !== ")") {
        if (!words[at][0]) fail("open", { place });
        readNode(number, depth + 1);
      }
      if (words[at - 1][0] === "(") fail("closed", { place: words[at][1] });
      at += 1;
    };
    readNode(-1, 0);
    if (words[at][0]) fail("more", { place: words[at][1], word: words[at][0] });
    if (read.length === 1) fail("leaf", {});
    const order = read.map((_, each) => each).sort((one, other) => read[one].depth - read[other].depth || one - other);
    const number = new Map(order.map((old, place) => [old, place]));
    const tree = order.map((old) => ({ ...read[old], parent: number.get(read[old].parent) ?? -1, children: [] }));
    tree.forEach((node, place) => { if (place) tree[node.parent].children.push(place); });
    return tree;
  };
  let tree;
  try {
    tree = parse();
  } catch (error) {
    if (error instanceof Error) throw error;
    return { error };
  }
  const nameOf = (node) => own.letters[node % own.letters.length] + (Math.floor(node / own.letters.length) || "");
  const isMax = (node) => tree[node].depth % 2 === 0;
  const side = (node) => (isMax(node) ? 0 : 1);
  const format = (value) => `${value < 0 ? "−" : value === Infinity ? "+" : ""}${Math.abs(value)}`.replace("Infinity", "∞");

  // --- the events, as engine.searchtree.events makes them -------------------------------------------------------------

  const isFull = own.algorithm === "minimax";
  const events = [];
  const states = [tree.map(() => null)];
  const stack = [];
  const better = (node, value, than) => (isMax(node) ? value > than : value < than);
  let now = [...states[0]];
  const put = (event) => {
    events.push({ answer: false, used: false, left: 0, ...event, path: [...stack] });
    states.push(now);
    now = [...now];
  };
  const use = (node, child) => {
    const state = now[node];
    const { score, known } = now[child];
    const proves = isMax(node) ? "least" : "most";
    const isProved = known === "exact" || known === proves;
    const changed = { ...state };
    if (state.known === "nothing" || better(node, score, state.score)) Object.assign(changed, { score, known: isProved ? proves : "so far", best: child });
    else if (score === state.score && isProved) changed.known = proves;
    const end = isMax(node) ? "low" : "high";
    if (!isFull && better(node, score, state[end])) Object.assign(changed, { [end]: score, [`${end}From`]: child });
    now[node] = changed;
  };
  const leave = (kind, node) => {
    const { parent } = tree[node];
    if (parent < 0) return put({ kind, node });
    const moves = tree[parent].children.indexOf(node) + 1;
    const left = tree[parent].children.length - moves;
    if (isFull && moves > 1) {
      put({ kind, node, left });
      const answer = better(parent, now[node].score, now[parent].score);
      use(parent, node);
      return put({ kind: "best", node: parent, child: node, answer, used: true, left });
    }
    use(parent, node);
    put({ kind, node, used: true, left });
    if (left && !isFull) put({ kind: "cut", node: parent, child: node, answer: now[parent].low >= now[parent].high, left });
  };
  // A bound comes from a child of the node, or from a node above it: `from` is -1 if it is infinite.
  const visit = (node, low, high, lowFrom, highFrom) => {
    now[node] = { isOpen: true, low, high, entry: [low, high], score: 0, known: "nothing", lowFrom, highFrom, best: -1 };
    const { children, value } = tree[node];
    if (!children.length) {
      now[node] = { ...now[node], isOpen: false, score: value, known: "exact" };
      return leave("leaf", node);
    }
    stack.push(node);
    put({ kind: "enter", node });
    for (const child of children) {
      const state = now[node];
      const from = (each) => (each >= 0 && tree[each].parent === node ? node : each);
      visit(child, state.low, state.high, from(state.lowFrom), from(state.highFrom));
      if (!isFull && now[node].low >= now[node].high) break;
    }
    const { score } = now[node];
    now[node] = { ...now[node], isOpen: false, known: score >= high ? "least" : score <= low ? "most" : "exact" };
    stack.pop();
    leave("return", node);
  };
  visit(0, -Infinity, Infinity, -1, -1);

  // --- the texts, as engine.searchtree.narration makes them -----------------------------------------------------------

  const isAbove = (node, from) => from >= 0 && tree[from].parent !== node;
  const place = (node) => ({ node: nameOf(node) });
  // A part is a text, a name of a node, or a list of parts.
  const parts = (code, key, values) => own.texts[code][key].split(/\{(\w+)\}/).flatMap((each, at) => (at % 2 ? values[each] : each ? [each] : []));
  const sentence = (code, key, values) => {
    let made = "";
    for (const part of parts(code, key, values).flat(3)) {
      const isFirst = !made || made.endsWith(". ");
      const words = String(part.node ?? part);
      made += isFirst && !part.node && !"αβ".includes(words[0]) ? words[0].toUpperCase() + words.slice(1) : words;
    }
    return made;
  };
  const placeOf = ({ kind, node }) => (["leaf", "return"].includes(kind) && node ? tree[node].parent : node);
  const teller = (step, code) => {
    const event = events[Math.max(0, step - 1)];
    const [is, was] = [states[step], states[step - 1] ?? states[step]];
    const isEnd = event.kind === "leaf" || event.kind === "return";
    const node = isEnd && !event.used ? event.node : placeOf(event);
    const [mine, before] = [is[node], was[node] ?? is[node]];
    const sides = own.sides[code];
    const letter = isMax(node) ? "α" : "β";
    const end = isMax(node) ? "low" : "high";
    const names = { mover: sides.inside[side(node)], other: sides.inside[1 - side(node)], owner: sides.inside[0], search: own.search[code] };
    const at = (each) => parts(code, "at", { node: place(each) });
    const worth = (each) => {
      const { known, score } = is[each] ?? { known: "nothing" };
      return ["exact", "least", "most"].includes(known) ? parts(code, `worth ${known}`, { value: format(score) }) : parts(code, "no value", {});
    };
    const ends = (state) => ({ low: `α = ${format(state.low)}`, high: `β = ${format(state.high)}` });
    const tell = (key, values = {}) => sentence(code, key, { ...names, ...values });
    const change = () => parts(code, `change ${letter}`, { old: format(before[end]), new: format(mine[end]) });
    const own_end = `${letter} = ${format(mine?.[end])}`;
    const rest = () => {
      const left = tree[node].children.slice(tree[node].children.length - event.left);
      if (left.length > own.named) return parts(code, left.length === 1 ? "move" : "moves", { count: left.length });
      return left.flatMap((each, at) => (at ? [", ", place(each)] : [place(each)]));
    };
    const child = event.child ?? event.node;
    const used = () => ({ child: place(child), node: place(node), at: at(node), worth: worth(child), gets: worth(node), letter });
    const told = () => {
      if (!step) return tell("before");
      switch (event.kind) {
        case "enter": {
          const key = node ? "enter" : "begin";
          if (isFull) return tell(`${key}_full`, { node: place(node) });
          const shown = (limit, from) => (isAbove(node, from) ? parts(code, "from", { limit, source: place(from) }) : [limit]);
          const { low, high } = ends(mine);
          return tell(key, { node: place(node), window: [...shown(low, mine.lowFrom), ", ", ...shown(high, mine.highFrom)] });
        }
        case "cut":
          return tell(event.answer ? "cut" : "goes_on", { ...ends(mine), at: at(node), rest: rest(), following: place(child + 1) });
        case "best":
          return tell(event.answer ? "better" : "keeps", { ...used(), best: format(before.score) });
        default:
          if (!event.used) return tell(event.node ? "read" : "end", { child: place(event.node), worth: worth(event.node) });
          if (isFull) return tell("first", used());
          return mine[end] === before[end] ? tell("stays", { ...used(), limit: own_end }) : tell("raises", { ...used(), change: change() });
      }
    };
    const reasons = () => {
      if (step && event.kind === "cut" && event.answer) {
        const other = isMax(node) ? "high" : "low";
        const source = mine[`${other}From`];
        if (isAbove(node, source)) {
          const by = is[source][`${other}From`];
          const bound = parts(code, side(source) ? "at most" : "at least", { value: format(mine[other]) });
          const sure = parts(code, side(source) ? "sure other" : "sure own",
            { ...names, side: sides.full[side(source)], bound, limit: ends(mine)[other] });
          return [tell("reason", { sure, source: place(by), ply: tree[by].depth })];
        }
      }
      const isOver = step && event.kind === "return" && !event.node && mine.best >= 0;
      return isOver ? [tell("best", { move: place(mine.best) })] : [];
    };
    const following = () => {
      const next = events[step];
      if (!next) return [];
      const values = { node: place(next.node), at: at(next.node) };
      switch (next.kind) {
        case "enter": return [tell("next_enter", values)];
        case "leaf": return [tell("next_leaf", values)];
        case "cut": return [tell("next_cut", values)];
        case "best": return [tell("next_best", { ...values, child: place(next.child), best: format(is[next.node].score) })];
        default: return [next.node ? tell("next_return", { ...values, parent: place(tree[next.node].parent) }) : tell("next_end", values)];
      }
    };
    const question = () => {
      if (event.kind === "best") {
        const values = { at: at(node), best: format(before.score), child: place(child), worth: worth(child) };
        return ["title best", "ask_best", "do_best", "do_keep"].map((key) => tell(key, values));
      }
      const names = tree[node].children.slice(tree[node].children.length - event.left);
      const values = { at: at(node), rest: rest(), node: place(node), ...ends(before) };
      values.following = names.length <= own.named ? place(names[0]) : own.texts[code]["next move"];
      return ["title cut", "ask_cut", "do_cut", "do_go_on"].map((key) => tell(key, values));
    };
    return { told, caption: () => [...reasons(), ...following()].join(" "), question };
  };

  // --- the line of pseudo-code, as engine.searchtree.pseudocode finds it ----------------------------------------------

  const execution = (step) => {
    const event = events[step - 1];
    const node = placeOf(event);
    const [is, was] = [states[step][node], states[step - 1][node]];
    const line = (name) => own.lines.findIndex(([each, half]) => each === name && (half < 0 || half === side(node))) + 1;
    const compare = () => {
      const best = was.best < 0 ? (isMax(node) ? -Infinity : Infinity) : was.score;
      return `${format(states[step][event.child ?? event.node].score)} ${isMax(node) ? ">" : "<"} ${format(best)}`;
    };
    const decision = (name, words) => ({ line: line(name), numbers: `${words} ${event.answer ? "✓" : "✗"}`, question: `${words} ?` });
    switch (event.kind) {
      case "enter": return { line: line("function"), numbers: `${own.code.name}(${[nameOf(node), ...(isFull ? [] : [format(is.low), format(is.high)])].join(", ")})` };
      case "cut": return decision("cut", `${format(is.low)} ≥ ${format(is.high)}`);
      case "best": return decision("best", compare());
    }
    if (!event.node) return { line: line(tree[0].children.length ? "return" : "leaf"), numbers: `v = ${format(is.score)}` };
    if (!event.used) return { line: line("take"), numbers: `w = ${format(states[step][event.node].score)}` };
    if (isFull) return { line: line("best"), numbers: `${compare()} ✓` };
    const end = isMax(node) ? "low" : "high";
    return { line: line("bound"), numbers: `${isMax(node) ? "max" : "min"}(${format(was[end])}, ${format(is.score)}) = ${format(is[end])}` };
  };

  // --- the picture ----------------------------------------------------------------------------------------------------

  const signs = { exact: "", least: "≥ ", most: "≤ ", "so far": "v " };
  const notesOf = (node, state, code) => {
    const made = { text: state.known === "nothing" ? "" : signs[state.known] + format(state.score) };
    if (isFull) return made;
    [["α", "low"], ["β", "high"]].forEach(([letter, end], at) => {
      const [first, value, from] = [state.entry[at], state[end], state[`${end}From`]];
      made[letter] = state.isOpen || value === first ? `${letter} ${format(value)}` : `${letter} ${format(first)} → ${format(value)}`;
      if (state.isOpen && from >= 0) made[`${letter}From`] = replaced(own.texts[code][isAbove(node, from) ? "from node" : "by node"], { node: nameOf(from) });
    });
    return made;
  };
  // What each node did at its parent, with the number of the step, as engine.searchtree.replay writes it.
  const did = new Map();
  events.forEach((event, at) => {
    if (!event.used) return;
    const [node, child] = [placeOf(event), event.child ?? event.node];
    const [before, after, { score, known }] = [states[at][node], states[at + 1][node], states[at + 1][child]];
    const end = isMax(node) ? "low" : "high";
    const limit = isFull ? before.score : before[end];
    let words = `${format(score)} ${score === limit ? "=" : score < limit ? "<" : ">"} ${format(limit)}`;
    if (isFull ? after.best === child : after[end] !== before[end]) {
      words = `${isFull ? "v" : isMax(node) ? "α" : "β"} ${isMax(node) ? "↑" : "↓"} ${format(score)}`;
    } else if (score === limit && known !== "exact") words = `${isMax(node) ? "≤" : "≥"} ${format(score)}`;
    did.set(child, [at + 1, words]);
  });
  const looks = (step, code) => {
    const [is, was] = [states[step], states[step - 1]];
    const isOver = step === events.length;
    const main = [];
    for (let each = isOver ? is[0].best : -1; each >= 0; each = is[each].best) main.push(each);
    return tree.map(({ parent, children, value }, node) => {
      const state = is[node];
      const look = { isFaint: !state, isMain: main.includes(node), isCurrent: !isOver && step > 0 && placeOf(events[step - 1]) === node, was: {} };
      if (!state && parent >= 0) look.isCut = Boolean(is[parent]) && events.slice(0, step).some((each) => each.kind === "cut" && each.answer && each.node === parent);
      const [at, words] = did.get(node) ?? [Infinity];
      if (at <= step) Object.assign(look, { chip: words, isNew: at === step && !isOver });
      else if (!state && !look.isCut && is[parent]?.isOpen) look.chip = "?";
      if (!children.length) return { ...look, text: format(value) };
      if (!state) return { ...look, text: "" };
      const made = { ...look, ...notesOf(node, state, code), isOpen: state.isOpen };
      if (!isOver && was?.[node] && was[node] !== state) {
        const before = notesOf(node, was[node], code);
        for (const name of state.isOpen ? ["text", "α", "β"] : ["text"]) {
          if (before[name] !== undefined && before[name] !== made[name]) made.was[name] = before[name];
        }
      }
      return made;
    });
  };
  const widthOf = (words, size) => [...words].reduce((sum, sign) => sum + (sign > "\u2e7f" ? 1 : "MWmw%@—…".includes(sign) ? 0.9 : 0.64), 0) * size;
  const { sizes, symbols } = own;
  const noteWidth = (look, letter) => {
    const words = look.was[letter] ? look[letter].slice(2) : look[letter] ?? "";
    return widthOf(look.was[letter] ? `${look.was[letter]} ` : "", sizes.small) + widthOf(words, look.was[letter] ? sizes.changed : sizes.small) * 1.06
      + widthOf(look[`${letter}From`] ? `  ${look[`${letter}From`]}` : "", sizes.small * 0.8);
  };
  const right = tree.map(() => sizes.half);
  for (let step = 1; step <= events.length; step++) {
    for (const code of codes) {
      looks(step, code).forEach((look, node) => {
        for (const letter of "αβ") if (look[letter]) right[node] = Math.max(right[node], sizes.half + sizes.next + noteWidth(look, letter));
      });
    }
  }
  const xs = [];
  const shift = (node, by) => {
    xs[node] += by;
    tree[node].children.forEach((each) => shift(each, by));
  };
  const lay = (node, start) => {
    const { children } = tree[node];
    const left = (children.length ? sizes.half : sizes.leaf) + sizes.next + widthOf(nameOf(node), sizes.small);
    let end = start;
    for (const child of children) end = lay(child, end) + sizes.gap;
    end = Math.max(start, end - sizes.gap);
    xs[node] = children.length ? (xs[children[0]] + xs[children[children.length - 1]]) / 2 : start + left;
    if (xs[node] - left < start) {
      const by = start + left - xs[node];
      shift(node, by);
      end += by;
    }
    return Math.max(end, xs[node] + (children.length ? right[node] : sizes.leaf));
  };
  const width = lay(0, sizes.margin) + sizes.margin;
  const ys = tree.map(({ depth }) => sizes.margin + sizes.half + depth * sizes.level);
  const height = Math.max(...ys) + sizes.half + sizes.margin;
  const moved = ([tag, attributes, inside], x, y, words) => {
    const made = { ...attributes };
    if (tag === "text") Object.assign(made, { x: x + Number(made.x), y: y + Number(made.y) });
    else made.transform = `translate(${x} ${y})`;
    return [tag, made, words ?? inside];
  };
  const drawEdge = (look, node) => {
    const { parent } = tree[node];
    const [x1, y1, x2, y2] = [xs[parent], ys[parent], xs[node], ys[node]];
    const edge = symbols.edges[look.isMain ? "main" : look.isFaint ? "faint" : "usual"];
    const made = [["path", { ...edge, d: `M${x1} ${y1}L${x2} ${y2}` }]];
    if (look.isCut) {
      const length = Math.hypot(x2 - x1, y2 - y1);
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      for (const by of [-sizes.cut / 3, sizes.cut / 3]) {
        const [x, y] = [(x1 + x2) / 2 + ux * by, (y1 + y2) / 2 + uy * by];
        made.push(["path", { ...symbols.edges.cut, d: `M${x + uy * sizes.cut} ${y - ux * sizes.cut}L${x - uy * sizes.cut} ${y + ux * sizes.cut}` }]);
      }
    }
    return made;
  };
  // The chips on edges, as engine.picture.tree places them.
  const drawChips = (made) => {
    const isWanted = (node) => made[node].chip && tree.filter(({ depth }) => depth === tree[node].depth).length <= sizes.chips;
    const rank = ({ chip, isNew }) => (isNew ? 0 : /[↑↓]/.test(chip) ? 1 : 2);
    const frames = [];
    return tree.map((_, node) => node).filter(isWanted).reverse().sort((one, other) => rank(made[one]) - rank(made[other])).flatMap((node) => {
      const { chip, isNew } = made[node];
      const [x1, y1, x2, y2] = [xs[tree[node].parent], ys[tree[node].parent], xs[node], ys[node]];
      if (Math.hypot(x2 - x1, y2 - y1) - 2 * sizes.half < sizes.edge) return [];
      const [width, height] = [widthOf(chip, sizes.small) * 1.06 + 0.9 * sizes.small, 1.7 * sizes.small];
      for (const part of sizes.parts) {
        const [x, y] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
        if (frames.some((each) => Math.abs(x - each.x) <= (width + each.width) / 2 && Math.abs(y - each.y) <= height)) continue;
        frames.push({ x, y, width });
        const [frame, words] = symbols.chips[isNew ? "new" : "usual"];
        return [
          ["rect", { ...frame[1], x: x - width / 2, y: y - height / 2, width, height }],
          ["text", { ...words[1], x, y: y + 0.36 * sizes.small }, chip],
        ];
      }
      return [];
    });
  };
  const drawNode = (look, node) => {
    const [x, y] = [xs[node], ys[node]];
    const shape = tree[node].children.length ? (isMax(node) ? "max" : "min") : "leaf";
    const made = symbols.nodes[`${shape} ${look.isFaint ? "faint" : look.isOpen ? "open" : "done"}`].flatMap((each) => {
      if (each[2] === "N") return [moved(each, x, y, nameOf(node))];
      if (each[0] !== "text") return [moved(each, x, y)];
      const size = Math.min(each[1]["font-size"], (2 * (shape === "leaf" ? sizes.leaf : sizes.half) - 4) / widthOf(look.text, 1.06));
      return look.text ? [moved(["text", { ...each[1], y: size * 0.36, "font-size": size }], x, y, look.text)] : [];
    });
    if (look.isCurrent) made.push(...symbols.frames[shape].map((each) => moved(each, x, y)));
    [..."αβ"].forEach((letter, at) => {
      if (!look[letter]) return;
      let start = x + sizes.half + sizes.next;
      const line = y + (at ? 0.65 : -0.65) * sizes.small;
      const put = (symbol, words, width) => {
        made.push(moved(symbol, start, line, words));
        start += width;
      };
      const before = look.was[letter];
      if (before) put(symbols.notes.before, before, widthOf(`${before} `, sizes.small));
      const words = before ? look[letter].slice(2) : look[letter];
      put(symbols.notes[before ? "changed" : look[`${letter}From`] ? "known" : "usual"], words, widthOf(words, before ? sizes.changed : sizes.small) * 1.06 + sizes.small / 2);
      if (look[`${letter}From`]) put(symbols.notes.source, look[`${letter}From`], 0);
    });
    return made;
  };
  const draw = (step, code) => {
    const made = looks(step, code);
    return [...made.flatMap((look, node) => (node ? drawEdge(look, node) : [])), ...drawChips(made), ...made.flatMap(drawNode)];
  };

  const steps = states.map((_, step) => {
    const made = { say: inAll((code) => teller(step, code).told()), more: inAll((code) => teller(step, code).caption()) };
    const next = events[step];
    if (next && (next.kind === "cut" || next.kind === "best")) {
      const texts = inAll((code) => teller(step + 1, code).question());
      made.ask = [...[0, 1, 2, 3].map((each) => inAll((code) => texts[code][each])), next.answer ? 0 : 1];
    }
    if (step) Object.assign(made, execution(step), { x: xs[placeOf(events[step - 1])] });
    const path = step ? events[step - 1].path : [];
    made.half = path.length ? side(path[path.length - 1]) : -1;
    return made;
  });
  return { about: text, steps, draw, looks, events, width, height, least: width * Math.min(1, own.legible / sizes.small), code: own.code };
};
