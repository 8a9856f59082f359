"use strict";
// Makes the page from the data it holds. Texts of the user reach the document as text nodes only.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const main = document.querySelector("main");
  const SVG = "http://www.w3.org/2000/svg";
  const LEFT = 132; // pixels for the names of lanes

  // --- small things ---

  function make(tag, also, ...children) {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(also || {})) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value !== undefined && value !== null) node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return node;
  }
  const number = (value, digits = 0) => value === null || value === undefined ? "unknown"
    : value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: 0 });
  const some = (value, digits = 0) => value ? number(value, digits) : "";
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
  const hex = (value) => "0x" + value.toString(16);
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const LANE_COLORS = ["scalar", "vector", "mte2", "mte3", "flow", "cube", "mte1", "fix"], FLOW = 4;
  const OWNER_COLORS = ["#4477aa", "#ccbb44", "#228833", "#8866cc", "#66ccee", "#994f00", "#999999", "#44aa99"]; // red is for what is wrong

  function table(head, rows) { // a column whose head ends with # holds numbers
    const kind = head.map((text) => text.endsWith("#") ? "number" : undefined);
    const top = make("tr", {}, ...head.map((text, k) => make("th", { class: kind[k] }, text.replace("#", ""))));
    return make("table", {}, make("thead", {}, top), make("tbody", {}, ...rows.map((row) =>
      make("tr", {}, ...row.map((cell, k) => make("td", { class: kind[k] }, cell))))));
  }
  function pressed(act) { // what a mouse clicks, Enter and the space bar press
    return { onclick: act, tabindex: 0, onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(event); }
    } };
  }
  function where(file, line) {
    if (file < 0 || file === undefined) return make("span", { class: "dim" }, "no line");
    return make("a", { href: "#source", onclick: (event) => { event.preventDefault(); goTo(file, line); } },
      `${data.files[file].name}:${line}`);
  }
  function section(id, title, ...children) {
    const node = make("section", { id }, make("h2", {}, title), ...children);
    main.append(node);
    links.append(make("a", { href: "#" + id }, title));
    return node;
  }

  // --- what is chosen ---

  const state = { launch: 0, block: 0, from: 0, to: 1, file: 0, line: 0, lane: -1, row: -1, detail: -1 };
  const launch = () => { unpack(data.launches[state.launch]); return data.launches[state.launch]; };
  const timed = () => launch().timeline;
  const current = () => timed().blocks[state.block];

  function unpack(one) { // times from gaps and lengths, when they are first looked at
    if (one.atSite) return;
    one.atSite = new Map();
    one.details.forEach(([site], k) => {
      if (!one.atSite.has(site)) one.atSite.set(site, []);
      one.atSite.get(site).push(k);
    });
    for (const block of one.timeline.blocks) {
      for (const lane of block.lanes) {
        const count = lane.site.length;
        lane.start = new Float64Array(count);
        lane.end = new Float64Array(count);
        let time = 0;
        for (let k = 0; k < count; k++) {
          lane.start[k] = time += lane.gap[k];
          lane.end[k] = time += lane.length[k];
        }
      }
    }
  }

  // --- the top ---

  const links = make("nav", { "aria-label": "parts of this page" });
  main.append(links);
  document.getElementById("verdict").className = !data.verdict.ok ? "bad" : data.findings && !data.findings.length ? "good" : "";
  if (data.rest.launches) main.append(make("p", {}, `${plural(data.rest.launches, "launch").replace("launchs", "launches")} more are in the verdict and beside the source, and not shown below.`));
  for (const note of data.notes) main.append(make("p", {}, note));

  // --- findings ---

  const noted = [...data.broken, ...(data.findings || [])]; // the rule that ended the program first

  function drawRace(one, narrow) { // side by side, or one below the other
    const { ops, pipes, blocks, kind, arrow, space, bytes } = one.race;
    const svg = document.createElementNS(SVG, "svg");
    const add = (tag, also, text) => {
      const node = document.createElementNS(SVG, tag);
      for (const [key, value] of Object.entries(also)) node.setAttribute(key, value);
      if (text) node.textContent = text;
      svg.append(node);
    };
    const width = narrow ? 350 : 760;
    svg.setAttribute("viewBox", `0 0 ${width} ${narrow ? 158 : 150}`);
    svg.setAttribute("width", width);
    svg.setAttribute("class", narrow ? "narrow" : "wide");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${ops[0]} and ${ops[1]} with the order missing between them: ${arrow}`);
    const same = !narrow && pipes[0] === pipes[1] && blocks[0] === blocks[1];
    const did = { "read after write": ["writes", "reads"], "write after read": ["reads", "writes"], "load after store": ["stores", "loads"],
      "store after store": ["stores", "stores"] }[kind] || ["writes", "writes"];
    const places = [one.other, one.place], y = narrow ? [8, 106] : [14, same ? 14 : 80], x = narrow ? [110, 110] : [120, 480];
    for (const k of [0, 1]) {
      add("text", { x: 4, y: y[k] + 24 }, (blocks[k] !== "" ? `block ${blocks[k]} ` : "") + pipes[k]);
      add("line", { x1: 100, x2: width - 10, y1: y[k] + 20, y2: y[k] + 20, stroke: color("line") });
      add("rect", { x: x[k], y: y[k], width: 220, height: 42, rx: 4, fill: color("soft"), stroke: color("ink") });
      add("text", { x: x[k] + 8, y: y[k] + 17, "font-weight": "bold" }, ops[k] + (places[k] ? `, line ${places[k][1]}` : ""));
      add("text", { x: x[k] + 8, y: y[k] + 34 }, `${did[k]} ${space} ${bytes[0]}..${bytes[1]}`);
    }
    const way = narrow ? "M150 52L150 104m-5 -9l5 9l5 -9" : same ? "M342 35L476 35m-9 -5l9 5l-11 5" : "M342 35L476 101m-9 -9l9 9l-11 1";
    add("path", { d: way, stroke: color("bad"), fill: "none", "stroke-width": 2, "stroke-dasharray": "6 4" });
    add("text", narrow ? { x: 166, y: 82, "font-weight": "bold" } : { x: 350, y: same ? 82 : 140, "font-weight": "bold" }, `missing: ${arrow}`);
    return svg;
  }

  function showFindings() {
    const part = section("findings", data.findings === null ? "Findings" : `Findings (${data.findings.length})`);
    if (data.findings === null) part.append(make("p", {}, "Not checked. Run with --check to look for " + (!data.launches.length && (data.calls.length || data.graph)
      ? "accesses behind arrays, uninitialised accumulators and shifts that the chip does not take." : "races, wrong use of memory and unwritten bytes.")));
    else if (!data.findings.length) part.append(make("p", {}, "None."));
    noted.forEach((one, k) => {
      part.append(make("div", { class: `finding ${one.severity}`, id: `finding-${k}` },
        make("b", {}, `${one.severity} ${one.id} `), one.place ? where(...one.place) : "", ` ${one.what}.`,
        one.count > 1 ? ` (${one.count} times)` : "", one.other ? " The other: " : "", one.other ? where(...one.other) : "",
        one.write ? make("div", {}, make("b", {}, "Cure: "), one.write + ".") : "", ...(one.race ? [drawRace(one, false), drawRace(one, true)] : [])));
    });
    if (data.not_checked.length) part.append(make("p", { class: "dim" }, "Not looked at: " + data.not_checked.join("; ") + "."));
  }

  // --- where values come from ---

  function showWhy() { // a tree that opens step by step: arrows walk in it, Enter chooses
    if (!data.why) return;
    const part = section("why", "Where values come from");
    for (const line of data.why.compared) part.append(make("div", { class: "code" }, line));
    if (!data.why.elements.length) return;
    const about = make("div", { class: "told", "aria-live": "polite" });
    const tree = make("ul", { role: "tree", "aria-label": "an element and what it was made of", class: "tree code" });
    const rows = []; // of the elements
    let chosen = null;
    const title = (node, role) => (role ? role + ": " : "") + `${node.element} = ${node.text}`;
    const maker = (node) => node.instruction ? `${node.instruction}${node.how ? " (" + node.how.join(", ") + ")" : ""}` : node.note || "";
    const items = () => [...tree.querySelectorAll("[role=treeitem]")].filter((item) => item.getClientRects().length || !item.parentNode.closest("[aria-expanded=false]"));
    function choose(item, node, focus = true) {
      if (chosen) { chosen.tabIndex = -1; chosen.setAttribute("aria-selected", "false"); }
      chosen = item;
      item.tabIndex = 0;
      item.setAttribute("aria-selected", "true");
      if (focus) item.focus();
      about.replaceChildren(make("h3", {}, title(node)), table(["", ""], [
        ["type", node.type], ["bits", node.bits], ["made by", node.instruction || node.from],
        ["line", node.place ? where(...node.place) : ""], ["block", node.block === undefined ? "" : number(node.block)],
        ["how", (node.how || []).join(", ")], ["", node.note || ""],
        ["made of", node.elements ? `${plural(node.elements, "element")}, of which ${node.shown}` : node.inputs.length ? plural(node.inputs.length, "element") : ""],
        ["folded", node.folded || ""],
      ].filter(([, text]) => text)));
      if (node.place && node.place[0] >= 0 && showSource.chooser) {
        if (node.place[0] !== state.file) { state.file = node.place[0]; showSource.chooser.value = state.file; fillSource(); }
        state.line = node.place[1];
        markLine();
      }
    }
    function itemOf(nodes, at, role) {
      const node = nodes[at];
      const label = make("span", {}, title(node, role), make("span", { class: "dim" }, `  ${maker(node)} `), node.place ? where(...node.place) : "");
      const item = make("li", { role: "treeitem", tabindex: -1, "aria-selected": "false", "aria-label": `${title(node, role)}  ${maker(node)}` }, label);
      item.node = node;
      item.open = (wanted) => {
        if (!node.inputs.length) return;
        if (wanted && !item.querySelector("ul")) item.append(make("ul", { role: "group" },
          ...node.inputs.map(([name, input]) => itemOf(nodes, input, name))));
        item.setAttribute("aria-expanded", String(wanted));
      };
      item.open(false);
      label.addEventListener("click", (event) => {
        if (event.target.closest("a")) return;
        item.open(item.getAttribute("aria-expanded") === "false");
        choose(item, node);
      });
      return item;
    }
    tree.addEventListener("keydown", (event) => {
      const item = event.target.closest("[role=treeitem]");
      if (!item || event.target.closest("a")) return;
      const all = items(), at = all.indexOf(item), inner = item.querySelector("[role=treeitem]"), outer = item.parentNode.closest("[role=treeitem]");
      const opened = item.getAttribute("aria-expanded");
      let to = null;
      if (event.key === "ArrowDown") to = all[at + 1];
      else if (event.key === "ArrowUp") to = all[at - 1];
      else if (event.key === "Home") to = all[0];
      else if (event.key === "End") to = all[all.length - 1];
      else if (event.key === "ArrowRight") { if (opened === "false") item.open(true); else to = inner; }
      else if (event.key === "ArrowLeft") { if (opened === "true") item.open(false); else to = outer; }
      else if (event.key === "Enter" || event.key === " ") { if (item.node.place) goTo(...item.node.place); }
      else return;
      event.preventDefault();
      if (to) choose(to, to.node);
    });
    function chooseElement(k, focus = true) {
      rows.forEach((row, n) => row.classList.toggle("picked", n === k));
      const { nodes } = data.why.elements[k];
      chosen = null;
      tree.replaceChildren(itemOf(nodes, 0, ""));
      let item = tree.firstChild;
      while (item && item.node.inputs.length === 1) { item.open(true); item = item.querySelector("[role=treeitem]"); }
      if (item) item.open(true);
      choose(tree.firstChild, nodes[0], focus);
    }
    const list = table(["element", "is#", "should be#"], data.why.elements.map((one) => [one.name, one.is, one.should]));
    [...list.tBodies[0].rows].forEach((row, k) => {
      for (const [key, value] of Object.entries(pressed(() => chooseElement(k)))) key.startsWith("on") ? row.addEventListener(key.slice(2), value) : row.setAttribute(key, value);
      rows.push(row);
    });
    part.append(make("p", { class: "dim keys" }, "Choose an element; in the tree arrows walk, Enter goes to the line."), list,
      make("div", { class: "two" }, tree, about));
    chooseElement(0, false);
  }

  // --- source ---

  const panel = make("div", { class: "panel", "aria-live": "polite" }, "Choose a line, or something in the timeline.");
  const listing = make("div", { class: "scroll" });
  let lineRows = new Map();

  function showSource() {
    if (!data.files.length) return;
    const chooser = make("select", { "aria-label": "file", onchange: () => { state.file = +chooser.value; fillSource(); } },
      ...data.files.map((file, k) => make("option", { value: k }, file.path)));
    section("source", "Source", make("p", { class: "keys" }, data.files.length > 1 ? chooser : make("code", {}, data.files[0].path),
      make("span", { class: "dim" }, data.launches.length ? "  cycles and waits of all blocks and pipes; choose a line to see what it issued"
        : data.calls.length ? "  how many operations each line asked for, in all calls; choose a line to see which" : "")),
    data.launches.length || data.calls.length ? make("div", { class: "two" }, listing, panel) : listing); // of a graph no line has anything to show
    const first = data.launches.length ? launch().lines.find((line) => line.file >= 0) : undefined;
    state.file = first ? first.file : data.calls.length && data.calls[0].file >= 0 ? data.calls[0].file : 0;
    chooser.value = state.file;
    showSource.chooser = chooser;
    fillSource();
  }

  function askedOn(wanted) { // what AI Engine kernels asked for, in all calls
    return data.calls.flatMap((call) => call.asked.filter(([file, line]) => wanted(file, line)).map(([file, line, what, count]) => [file, line, what, count * call.count]));
  }

  function fillSource() {
    const file = data.files[state.file];
    lineRows = new Map();
    if (file.text === null) { listing.replaceChildren(make("p", {}, "The file is not there any more, or the page has no room for it.")); return; }
    const sums = new Map();
    for (const one of [...data.launches, data.rest]) {
      for (const row of one.lines.filter((line) => line.file === state.file)) {
        const sum = sums.get(row.line) || { calls: 0, cycles: null, wait: 0, lost: 0, unknown: 0 };
        sum.calls += row.call_count;
        if (row.cycles !== null) sum.cycles = (sum.cycles || 0) + row.cycles;
        sum.wait += row.wait_cycles;
        sum.lost += row.conflict_cycles;
        sum.unknown += row.unknown;
        sums.set(row.line, sum);
      }
    }
    for (const [, line, , count] of askedOn((file_) => file_ === state.file)) {
      const sum = sums.get(line) || { calls: 0, cycles: 0, wait: 0, lost: 0, unknown: 0, plain: true };
      sum.calls += count;
      sums.set(line, sum);
    }
    const most = Math.max(1, ...[...sums.values()].map((sum) => sum.cycles || 0));
    const notes = new Map();
    noted.forEach((one, k) => {
      if (one.place && one.place[0] === state.file) notes.set(one.place[1], [...(notes.get(one.place[1]) || []), k]);
    });
    const head = make("tr", {}, ...["line", "cycles", "", "calls", "waited", "conflicts", "source"].map((text, k) =>
      make("th", { class: k < 6 && k !== 2 ? "number" : undefined }, text)));
    const body = make("tbody", {});
    file.text.split("\n").forEach((text, k) => {
      const line = k + 1, sum = sums.get(line);
      const part = sum && sum.cycles ? sum.cycles / most : 0;
      const row = make("tr", sum ? { class: "has", "aria-label": `line ${line}, ${sum.plain ? plural(sum.calls, "operation") : number(sum.cycles) + " cycles"}`, ...pressed(() => chooseLine(state.file, line)) } : {},
        make("td", { class: "number dim" }, String(line)), make("td", { class: "number" }, sum && !sum.plain ? number(sum.cycles) : ""),
        make("td", {}, part > 0.005 ? make("span", { class: "bar", style: `width:${Math.max(2, Math.round(48 * part))}px` }) : ""),
        make("td", { class: "number" }, sum ? number(sum.calls) : ""), make("td", { class: "number" }, sum ? some(sum.wait) : ""),
        make("td", { class: "number" }, sum ? some(sum.lost) : ""),
        make("td", { class: "code", style: part ? `background: rgba(var(--hot), ${(0.4 * part).toFixed(3)})` : undefined }, text));
      lineRows.set(line, row);
      body.append(row);
      for (const number_ of notes.get(line) || []) {
        const one = noted[number_];
        body.append(make("tr", { class: "note" }, make("td", { colspan: 7 }, make("div", {}, make("b", {}, `${one.severity} ${one.id} `), one.what + ". ",
          make("a", { href: `#finding-${number_}` }, "more")))));
      }
    });
    listing.replaceChildren(make("table", { class: data.launches.length ? "source" : data.calls.length ? "source plain" : "source plain text" }, make("thead", {}, head), body),
      file.cut ? make("p", { class: "dim" }, `The file goes on for ${plural(file.cut, "character")}, for which the page has no room.`) : "");
    markLine();
  }

  function markLine() {
    for (const [line, row] of lineRows) row.classList.toggle("chosen", line === state.line);
    const row = lineRows.get(state.line);
    if (row) listing.scrollTop = row.offsetTop - listing.clientHeight / 3;
  }
  function goTo(file, line) {
    if (!showSource.chooser) return; // not yet
    chooseLine(file, line);
    document.getElementById("source").scrollIntoView();
    const row = lineRows.get(line);
    if (row && row.tabIndex === 0) row.focus({ preventScroll: true });
  }
  function chooseLine(file, line) {
    if (file !== state.file) { state.file = file; showSource.chooser.value = file; fillSource(); }
    state.line = line;
    markLine();
    const asked = askedOn((file_, line_) => file_ === file && line_ === line);
    if (asked.length) {
      panel.replaceChildren(make("h3", {}, `${data.files[file].name}:${line}`), table(["operation", "times#"], asked.map(([, , what, count]) => [what, number(count)])));
      return;
    }
    if (!data.launches.length) return;
    const at = (one) => one.sites.some((site) => site.file === file && site.line === line);
    if (!at(launch()) && data.launches.some(at)) chooseLaunch(data.launches.findIndex(at));
    const sites = launch().sites.map((site, k) => [site, k]).filter(([site]) => site.file === file && site.line === line);
    const details = sites.flatMap(([, k]) => launch().atSite.get(k) || []);
    state.detail = details.length ? details[0] : -1;
    fillPanel(file, line, sites, details);
    redraw();
  }

  const laneNames = () => timed().lanes;
  const workLanes = () => laneNames().map((_, k) => k).filter((k) => k && k !== FLOW);
  const onCore = (space) => launch().memory.names.includes(space);
  function fillPanel(file, line, sites, details) {
    const which = data.launches.length > 1 ? `, in launch ${state.launch + 1}` : "";
    panel.replaceChildren(make("h3", {}, `${file >= 0 ? data.files[file].name : "nowhere"}:${line}${which}`));
    if (!sites.length) { panel.append(make("p", {}, "This line issued nothing.")); return; }
    panel.append(table(["instruction", "pipe", "calls#", "cycles#", "waited#", "conflicts#"], sites.map(([site]) =>
      [site.name, laneNames()[site.lane], number(site.call_count), number(site.cycles), some(site.wait_cycles), some(site.conflict_cycles)])));
    if (!details.length) return;
    const picture = make("div", {});
    const rows = details.slice(0, 40).map((k) => {
      const row = make("tr", pressed(() => { state.detail = k; drawDetail(picture, k); redraw(); }), make("td", { class: "code" }, operandsOf(k)));
      return row;
    });
    const more = details.length > 40 ? `; ${number(details.length - 40)} more` : "";
    panel.append(make("h3", {}, plural(Math.min(40, details.length), "distinct call") + more),
      make("table", {}, make("tbody", {}, ...rows)), picture);
    drawDetail(picture, state.detail >= 0 ? state.detail : details[0]);
  }
  function operandsOf(k) {
    const [site, shape, lost, ...addresses] = launch().details[k];
    const words = launch().shapes[shape].operands.map(([name, type, space], i) =>
      onCore(space) ? `${name} ${space} ${hex(addresses[i])} ${type}` : `${name} ${space} ${type}`);
    return `${launch().sites[site].name}: ${words.join(", ")}` + (lost ? `, ${plural(lost, "conflict cycle")}` : "");
  }
  function drawDetail(to, k) {
    const shape = launch().details[k][1];
    const own = launch().drawings.find((one) => one.detail === k);
    const drawn = own || launch().drawings.find((one) => one.shape === shape);
    to.replaceChildren(make("h3", {}, operandsOf(k)));
    if (!drawn) { to.append(make("p", { class: "dim" }, "Not drawn: there are too many that differ.")); return; }
    if (!own) to.append(make("p", { class: "dim" }, "Drawn as the same instruction at other addresses."));
    const larger = (event) => event.currentTarget.classList.toggle("large");
    if (drawn.svg) to.append(make("div", { class: "picture", title: "choose it for its full size, and again for a small one", ...pressed(larger) }, make("img", { alt: `what ${launch().sites[launch().details[k][0]].name} touches`,
      src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(drawn.svg) })));
    to.append(make("pre", {}, drawn.text));
  }

  // --- the timeline and the map of memory, on one axis of time ---

  let lineCanvas, mapCanvas, says, mapSays, arrowsSay, blockChooser;
  const MOST_SEEN = 400; // arrows
  const LANE = 24, THIN = 10, AXIS = 20, MOST_THIN = 48;
  let waiting = false;
  function redraw() {
    if (!lineCanvas) return;
    const first = state.from / timed().scale, last = state.to / timed().scale;
    lineCanvas.setAttribute("aria-label", `timeline of ${current().name}, ${timed().unit} ${number(first)} to ${number(last)}`);
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; drawLine(); drawMap(); });
  }
  const ofTime = (canvas) => (canvas.clientWidth - LEFT) / (state.to - state.from);
  function sharp(canvas, height) {
    const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth;
    canvas.style.height = `${height}px`;
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.clearRect(0, 0, width, height);
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    return pen;
  }
  function fitted(pen, text, room) {
    if (room < 14) return "";
    if (pen.measureText(text).width <= room) return text;
    const letters = Math.floor(room / 6.5) - 1;
    return letters >= 8 ? text.slice(0, letters) + "…" : ""; // what is cut shorter says nothing
  }
  function axis(pen, width) {
    const step = (() => {
      const rough = (state.to - state.from) / timed().scale / Math.max(2, (width - LEFT) / 110), unit = 10 ** Math.floor(Math.log10(rough));
      return unit * [1, 2, 5, 10].find((k) => k * unit >= rough);
    })();
    pen.fillStyle = color("dim");
    pen.strokeStyle = color("line");
    const last = state.to / timed().scale;
    for (let t = Math.ceil(state.from / timed().scale / step) * step; t <= last; t += step) {
      const x = LEFT + (t * timed().scale - state.from) * ofTime(lineCanvas);
      pen.fillRect(x, 0, 1, 5);
      const text = number(Math.abs(t), 2);
      if (x + 3 + pen.measureText(text).width <= width) pen.fillText(text, x + 3, 9); // or it would be another number
    }
    pen.fillText(timed().unit, 4, 9);
  }
  // The rest, below the block that is chosen: cores that share its block at half the height, others thin.
  const HALF = 12;
  function otherBlocks() {
    const group = (k) => Math.floor(timed().blocks[k].block / timed().cores), all = timed().blocks.map((_, k) => k).filter((k) => k !== state.block);
    const near = all.filter((k) => group(k) === group(state.block)), rest = all.filter((k) => group(k) !== group(state.block));
    let y = AXIS + LANE * laneNames().length + 6;
    return [...near, ...rest].slice(0, MOST_THIN).map((at) => {
      const block = timed().blocks[at], busy = workLanes().filter((lane) => block.lanes[lane].start.length), each = near.includes(at) ? HALF : 3;
      const high = Math.max(THIN, busy.length * each + 1), top = y;
      y += high;
      return { at, block, busy, each, top, high };
    });
  }

  function drawLine() {
    const others = otherBlocks();
    const height = AXIS + LANE * laneNames().length + 6 + others.reduce((sum, one) => sum + one.high, 0) + 4;
    const pen = sharp(lineCanvas, height), width = lineCanvas.clientWidth;
    axis(pen, width);
    current().lanes.forEach((lane, k) => {
      pen.fillStyle = color("ink");
      pen.fillText(laneNames()[k], 4, AXIS + LANE * k + LANE / 2);
      drawLane(pen, lane, k, AXIS + LANE * k + 2, LANE - 4, width);
    });
    drawArrows(pen);
    for (const { block, busy, each, top, high } of others) {
      pen.fillStyle = color("dim");
      pen.font = "9px system-ui, sans-serif";
      const names = busy.map((lane) => laneNames()[lane]);
      if (each === HALF) names.forEach((name, k) => pen.fillText(fitted(pen, `${block.name} ${name}`, LEFT - 8), 4, top + (k + 0.5) * each));
      else pen.fillText(fitted(pen, `${block.name}: ${names.join(" ")}`, LEFT - 8), 4, top + high / 2);
      busy.forEach((lane, k) => drawThin(pen, block.lanes[lane], color(LANE_COLORS[lane]), top + k * each, each - 0.8, width));
    }
  }
  function drawThin(pen, lane, fill, y, height, width) {
    const scale = ofTime(lineCanvas);
    pen.fillStyle = fill;
    let drawn = -1;
    for (let k = 0; k < lane.start.length; k++) {
      if (lane.end[k] < state.from || lane.start[k] > state.to) continue;
      const x1 = Math.max(LEFT, LEFT + (lane.start[k] - state.from) * scale), x2 = Math.min(width, LEFT + (lane.end[k] - state.from) * scale);
      if (x2 <= drawn) continue;
      pen.fillRect(x1, y, Math.max(0.7, x2 - x1), height);
      drawn = Math.max(x2, x1 + 0.7);
    }
  }
  function drawLane(pen, lane, which, y, height, width) {
    const scale = ofTime(lineCanvas), fill = color(LANE_COLORS[which]), idle = color("wait"), ink = color("dim"), bad = color("bad");
    let drawn = -1;
    for (let k = 0; k < lane.start.length; k++) {
      if (lane.end[k] < state.from || lane.start[k] - lane.gap[k] > state.to) continue;
      const x1 = LEFT + (lane.start[k] - state.from) * scale, x2 = LEFT + (lane.end[k] - state.from) * scale;
      if (which > 0 && which !== FLOW && lane.why[k] && lane.gap[k] > 0 && timed().unit === "cycles") { // it stood still: a thin bar, and why
        const from = Math.max(LEFT, x1 - lane.gap[k] * scale), to = Math.min(width, x1);
        if (to - from > 1) {
          pen.fillStyle = idle;
          pen.fillRect(from, y + height / 2 - 1, to - from, 2);
          const text = fitted(pen, `waits: ${timed().why[which][lane.why[k]]}`, to - from - 8);
          if (text) { pen.fillStyle = ink; pen.fillText(text, from + 4, y + 5); }
        }
      }
      const from = Math.max(LEFT, x1), to = Math.min(width, Math.max(x2, x1 + 1));
      if (to <= drawn || to <= from) continue;
      const chosen = which === state.lane && k === state.row;
      pen.fillStyle = fill;
      pen.fillRect(from, y, to - from - (to - from > 3 ? 0.6 : 0), height);
      drawn = to;
      const lost = lane.detail[k] >= 0 ? launch().details[lane.detail[k]][2] : 0;
      if (lost && to - from > 5) {
        pen.fillStyle = bad;
        pen.beginPath();
        pen.moveTo(from, y); pen.lineTo(from + 7, y); pen.lineTo(from, y + 7);
        pen.fill();
      }
      const site = launch().sites[lane.site[k]];
      const text = site ? fitted(pen, site.name, to - from - 10) : "";
      if (text) { pen.fillStyle = "#fff"; pen.fillText(text, from + 7, y + height / 2); }
      const onLine = site && state.line && site.line === state.line && site.file === state.file;
      if ((onLine && to - from > 6) || chosen) {
        pen.strokeStyle = color("ink");
        pen.lineWidth = chosen ? 2.5 : 1.2;
        pen.strokeRect(from + 0.5, y + 0.5, Math.max(2, to - from - 1), height - 1);
        pen.lineWidth = 1;
      }
    }
  }
  function drawArrows(pen) {
    const scale = ofTime(lineCanvas), seen = [];
    for (const arrow of current().arrows) {
      if (arrow[3] >= state.from && arrow[1] <= state.to) seen.push(arrow);
      if (seen.length > MOST_SEEN) break;
    }
    arrowsSay.textContent = seen.length > MOST_SEEN ? "There are more arrows here than anybody could follow: zoom in to see them." : "";
    if (seen.length > MOST_SEEN) return;
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, 0, lineCanvas.clientWidth, AXIS + LANE * laneNames().length);
    pen.clip();
    pen.strokeStyle = color("ink");
    pen.globalAlpha = 0.55;
    for (const [lane, t, endLane, endT] of seen) {
      const x1 = LEFT + (t - state.from) * scale, x2 = LEFT + (endT - state.from) * scale;
      const y1 = AXIS + LANE * lane + LANE / 2, y2 = AXIS + LANE * endLane + LANE / 2;
      pen.beginPath();
      pen.moveTo(x1, y1); pen.bezierCurveTo(x1 + 8, y1, x2 - 8, y2, x2, y2);
      pen.lineTo(x2 - 4, y2 - 3); pen.moveTo(x2, y2); pen.lineTo(x2 - 4, y2 + 3);
      pen.stroke();
    }
    pen.restore();
  }

  // Of each memory of the core, pieces between the first and last bytes of buffers, each high enough to be read.
  const TITLE = 16;
  function pieces() {
    const shown = [], maps = (launch().memory.blocks[state.block] || { maps: [] }).maps;
    let y = AXIS;
    for (const map of maps) {
      let spans = map.buffers.map((one) => [one.first, one.first + one.bytes]);
      if (!spans.length) spans = touchedSpans(map.memory);
      if (!spans.length) continue;
      const edges = [...new Set(spans.flat())].sort((a, b) => a - b);
      const few = edges.length <= 64, all = edges[edges.length - 1] - edges[0], out = [], top = y;
      y += TITLE;
      for (let k = 0; k + 1 < edges.length; k++) {
        const owned = spans.some(([a, b]) => a <= edges[k] && b >= edges[k + 1]);
        const share = 260 * (edges[k + 1] - edges[k]) / all;
        const height = few ? (owned ? Math.min(64, Math.max(18, share)) : 12) : Math.max(1, share);
        out.push({ first: edges[k], end: edges[k + 1], y, height, owned });
        y += height;
      }
      shown.push({ map, out, top });
    }
    return { shown, height: y + 6 };
  }
  function touchedSpans(memory) {
    const used = new Set(current().lanes.flatMap((lane) => lane.detail.filter((k) => k >= 0)));
    const spans = [...used].flatMap((k) => touches(k, memory).map(({ first, end }) => [first, end])).sort((a, b) => a[0] - b[0]);
    const joined = [];
    for (const [first, end] of spans) {
      const last = joined[joined.length - 1];
      if (last && first < last[1]) last[1] = Math.max(last[1], end);
      else joined.push([first, end]);
    }
    return joined;
  }
  function touches(k, memory) {
    const [, shape, , ...addresses] = launch().details[k];
    return launch().shapes[shape].operands.map(([name, , space, writes, bytes], i) => ({ name, space, writes, first: addresses[i], end: addresses[i] + bytes }))
      .filter((one) => one.space === memory && one.end > one.first);
  }
  // What the source calls a buffer: the first argument of the call that gives it out, or the name of an array.
  function sourceLine(file, line) {
    const text = file >= 0 && data.files[file].text;
    return text ? text.split("\n")[line - 1] || "" : "";
  }
  function namedAt(one) {
    const text = sourceLine(one.file, one.line);
    const found = text.match(/(?:InitBuffer|init_buffer)\s*\(\s*(?:que\w*\s*=|buf\w*\s*=)?\s*([\w.>[\]-]+)/) || text.match(/__ubuf__\s+[\w:]+\s*\*?\s*(\w+)/);
    return found ? found[1].replace(/^(this->|self\.)/, "") : "";
  }
  function argumentOf(k, i) { // the text of operand i where an instruction is called
    const site = launch().sites[launch().details[k][0]], text = sourceLine(site.file, site.line), call = text.search(new RegExp(`\\w[\\w:.]*\\s*(<[^<>()]*>)?\\s*\\(`));
    if (call < 0) return "";
    let depth = 0, argument = "", number_ = 0;
    for (const letter of text.slice(text.indexOf("(", call) + 1)) {
      if (letter === ")" && !depth) break;
      if ("([{".includes(letter)) depth += 1;
      if (")]}".includes(letter)) depth -= 1;
      if (letter === "," && !depth) { if (number_ === i) return argument.trim(); number_ += 1; argument = ""; } else argument += letter;
    }
    return number_ === i ? argument.trim() : "";
  }
  function calledAt(first, memory) { // of memory that nothing gave out, what instructions call it
    for (let k = 0; k < launch().details.length; k++) {
      const [, shape, , ...addresses] = launch().details[k];
      const i = launch().shapes[shape].operands.findIndex(([, , space], n) => space === memory && addresses[n] === first);
      const text = i >= 0 ? argumentOf(k, i) : "";
      if (/^[\w.]+(\[[^\]]*\])?$/.test(text)) return text;
    }
    return "";
  }
  function nameOf(one, memory) {
    const name = one.what === "queue" ? namedAt(one) : calledAt(one.first, memory) || namedAt(one);
    if (name) return one.what === "queue" ? `${name} [${one.number}]` : name;
    return one.what === "queue" ? `queue ${one.owner} ${one.position} [${one.number}]` : `${one.what} ${one.owner || ""} ${one.position}`.trim();
  }
  function drawMap() {
    const { shown, height } = pieces();
    const pen = sharp(mapCanvas, Math.max(40, height));
    axis(pen, mapCanvas.clientWidth);
    const never = [];
    for (const one of shown) {
      drawMemory(pen, one);
      const holes = one.map.holes.map(([a, b]) => `${hex(a)}..${hex(b - 1)} (${plural(b - a, "byte")})`);
      if (one.map.buffers.length && holes.length) never.push(`${holes.slice(0, 6).join(", ")}${holes.length > 6 ? ", ..." : ""} of the ${plural(one.map.bytes, "byte")} of ${one.map.memory}`);
    }
    mapSays.textContent = never.length ? `Never held: ${never.join("; ")}.` : "";
  }
  function drawMemory(pen, { map, out, top }) {
    const width = mapCanvas.clientWidth, scale = ofTime(mapCanvas);
    const at = (address, end) => {
      const piece = out.find((one) => address >= one.first && (end ? address <= one.end : address < one.end));
      return piece ? piece.y + piece.height * (address - piece.first) / (piece.end - piece.first) : 0;
    };
    pen.fillStyle = color("ink");
    pen.fillText(`${map.memory}, ${plural(map.bytes, "byte")}`, 4, top + TITLE / 2);
    for (const piece of out) {
      if (piece.owned) continue;
      pen.fillStyle = color("soft");
      pen.fillRect(LEFT, piece.y, width, piece.height);
      pen.fillStyle = color("dim");
      if (piece.height >= 10) pen.fillText(`hole: ${plural(piece.end - piece.first, "byte")}`, LEFT + 6, piece.y + piece.height / 2);
    }
    for (const one of map.buffers) {
      const y1 = at(one.first), y2 = at(one.first + one.bytes, true);
      pen.globalAlpha = 0.35;
      pen.fillStyle = OWNER_COLORS[one.owner % OWNER_COLORS.length];
      let drawn = -1;
      for (const [from, to] of one.held) {
        if (to < state.from || from > state.to) continue;
        const x1 = Math.max(LEFT, LEFT + (from - state.from) * scale), x2 = Math.min(width, LEFT + (to - state.from) * scale);
        if (x2 <= drawn) continue;
        pen.fillRect(x1, y1 + 1, Math.max(1, x2 - x1), y2 - y1 - 2);
        drawn = x2;
      }
      pen.globalAlpha = 1;
      pen.strokeStyle = color("line");
      pen.strokeRect(LEFT, y1 + 0.5, width - LEFT, y2 - y1);
      if (y2 - y1 >= 14) { pen.fillStyle = color("ink"); pen.fillText(fitted(pen, nameOf(one, map.memory), LEFT - 8), 4, y1 + Math.min(9, (y2 - y1) / 2)); }
      if (y2 - y1 >= 26) { pen.fillStyle = color("dim"); pen.fillText(`${hex(one.first)} ${number(one.bytes)} B`, 4, y1 + 21); }
    }
    if (!map.buffers.length) for (const piece of out) { pen.fillStyle = color("dim"); pen.fillText(fitted(pen, [calledAt(piece.first, map.memory), hex(piece.first)].filter(Boolean).join(" "), LEFT - 8), 4, piece.y + 8); }
    for (const which of workLanes()) drawTouches(pen, current().lanes[which], color(LANE_COLORS[which]), map.memory, at);
  }
  function drawTouches(pen, lane, stroke, memory, at) { // writes are full bars, reads are frames
    const width = mapCanvas.clientWidth, scale = ofTime(mapCanvas);
    let drawn = -1; // the last pixel with something too short to be seen beside others
    for (let k = 0; k < lane.start.length; k++) {
      if (lane.end[k] < state.from || lane.start[k] > state.to || lane.detail[k] < 0) continue;
      const x1 = Math.max(LEFT, LEFT + (lane.start[k] - state.from) * scale), x2 = Math.min(width, LEFT + (lane.end[k] - state.from) * scale);
      if (x2 - x1 < 1) {
        if (Math.floor(x1) === drawn) continue;
        drawn = Math.floor(x1);
      }
      for (const one of touches(lane.detail[k], memory)) {
        const y1 = at(one.first), y2 = at(one.end, true);
        if (!y2) continue;
        if (one.writes) { pen.fillStyle = stroke; pen.fillRect(x1, y1 + 2, Math.max(1, x2 - x1), Math.max(1, y2 - y1 - 4)); }
        else { pen.strokeStyle = stroke; pen.lineWidth = 1.5; pen.strokeRect(x1 + 1, y1 + 3, Math.max(1, x2 - x1 - 2), Math.max(1, y2 - y1 - 6)); pen.lineWidth = 1; }
      }
    }
  }

  function describe(which, k) {
    const lane = current().lanes[which], site = launch().sites[lane.site[k]], scale = timed().scale;
    const words = [`${site ? site.name : "?"} on ${laneNames()[which]}` + (site && site.file >= 0 ? `, ${data.files[site.file].name}:${site.line}` : ""),
      `${timed().unit} ${number(lane.start[k] / scale, 1)} to ${number(lane.end[k] / scale, 1)}: ${number(lane.length[k] / scale, 1)}`];
    if (which > 0 && which !== FLOW && lane.why[k] && lane.gap[k] > 0) words.push(`the pipe stood still for ${number(lane.gap[k] / scale, 1)} before it: ${timed().why[which][lane.why[k]]}`);
    if (lane.detail[k] >= 0) words.push(operandsOf(lane.detail[k]));
    return words.join("; ");
  }
  function hit(event) {
    const box = lineCanvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const which = Math.floor((y - AXIS) / LANE), time = state.from + (x - LEFT) / ofTime(lineCanvas), near = 2 / ofTime(lineCanvas);
    if (x < LEFT && which < laneNames().length) return null;
    if (which >= laneNames().length) {
      const other = otherBlocks().find((one) => y >= one.top && y < one.top + one.high);
      return other === undefined ? null : { block: other.at };
    }
    if (which < 0) return null;
    const lane = current().lanes[which];
    let best = -1;
    for (let k = 0; k < lane.start.length; k++) {
      if (lane.start[k] - near <= time && time <= lane.end[k] + near) best = k;
      if (lane.start[k] > time + near) break;
    }
    return best < 0 ? null : { lane: which, row: best };
  }
  function chooseRow(which, k) {
    const lane = current().lanes[which], site = launch().sites[lane.site[k]];
    state.lane = which;
    state.row = k;
    if (site && site.file >= 0) chooseLine(site.file, site.line);
    if (lane.detail[k] >= 0) {
      state.detail = lane.detail[k];
      const sites = launch().sites.map((one, n) => [one, n]).filter(([one]) => one.file === site.file && one.line === site.line);
      fillPanel(site.file, site.line, sites, sites.flatMap(([, n]) => launch().atSite.get(n) || []));
    }
    says.textContent = describe(which, k);
    redraw();
  }
  function look(from, to) {
    const all = Math.max(1, current().length * timed().scale), least = timed().scale * 4;
    const span = Math.min(all * 1.02, Math.max(least, to - from));
    state.from = Math.max(-0.01 * all, Math.min(from, all * 1.01 - span));
    state.to = state.from + span;
    redraw();
  }
  function zoom(factor, middle = (state.from + state.to) / 2) {
    look(middle - (middle - state.from) * factor, middle + (state.to - middle) * factor);
  }
  function firstRounds() { // of a loop: until the instruction that comes back first has come three times
    for (const which of [2, 1, 3]) {
      const lane = current().lanes[which], seen = new Map();
      for (let k = 0; k < lane.site.length; k++) {
        const count = (seen.get(lane.site[k]) || 0) + 1;
        seen.set(lane.site[k], count);
        if (count === 4 && lane.start[k] < 0.6 * current().length * timed().scale) return look(0, lane.start[k] * 1.02);
      }
    }
    wholeBlock();
  }
  const wholeBlock = () => look(0, current().length * timed().scale * 1.01);
  function chooseBlock(k) {
    state.block = k;
    state.lane = state.row = -1;
    blockChooser.value = k;
    look(state.from, state.to);
  }
  function step(by) {
    if (state.lane < 0) { state.lane = current().lanes[1].site.length ? 1 : 2; state.row = by > 0 ? -1 : current().lanes[state.lane].site.length; }
    const lane = current().lanes[state.lane], k = state.row + by;
    if (k < 0 || k >= lane.site.length) return;
    const span = state.to - state.from;
    if (lane.start[k] < state.from || lane.end[k] > state.to) look(lane.start[k] - span / 3, lane.start[k] + span * 2 / 3);
    chooseRow(state.lane, k);
  }
  function keys(event) {
    const span = state.to - state.from;
    const acts = {
      ArrowLeft: () => look(state.from - span / 8, state.to - span / 8), ArrowRight: () => look(state.from + span / 8, state.to + span / 8),
      "+": () => zoom(0.7), "=": () => zoom(0.7), "-": () => zoom(1 / 0.7), 0: wholeBlock, Home: wholeBlock,
      n: () => step(1), p: () => step(-1),
      ArrowDown: () => { if (state.block + 1 < timed().blocks.length) chooseBlock(state.block + 1); },
      ArrowUp: () => { if (state.block) chooseBlock(state.block - 1); },
    };
    if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[event.key]();
  }
  function steer(canvas) {
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const span = state.to - state.from;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = (event.deltaX || event.deltaY) / 600 * span;
        look(state.from + by, state.to + by);
      } else {
        const x = event.clientX - canvas.getBoundingClientRect().left;
        zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), state.from + Math.max(0, x - LEFT) / ofTime(canvas));
      }
    }, { passive: false });
    let held = null;
    canvas.addEventListener("pointerdown", (event) => { held = { x: event.clientX, from: state.from, to: state.to, moved: false }; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointermove", (event) => {
      if (held) {
        const by = (held.x - event.clientX) / ofTime(canvas);
        held.moved = held.moved || Math.abs(event.clientX - held.x) > 3;
        if (held.moved) look(held.from + by, held.to + by);
      } else if (canvas === lineCanvas) {
        const at = hit(event);
        if (at && at.row !== undefined) says.textContent = describe(at.lane, at.row);
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      const at = held && !held.moved && canvas === lineCanvas ? hit(event) : null;
      held = null;
      if (!at) return;
      if (at.block !== undefined) chooseBlock(at.block);
      else chooseRow(at.lane, at.row);
    });
    canvas.addEventListener("keydown", keys);
  }

  function fillBlocks() {
    blockChooser.replaceChildren(...timed().blocks.map((block, k) =>
      make("option", { value: k }, `${block.name}: ${number(block.length)} ${timed().unit}`)));
    blockChooser.value = state.block;
  }
  function chooseLaunch(k) {
    state.launch = k;
    state.block = 0;
    state.lane = state.row = -1;
    if (!lineCanvas) return;
    launchChooser.value = k;
    fillBlocks();
    fillLaunch();
    firstRounds();
  }
  let launchChooser;
  function showTimeline() {
    if (!data.launches.length) return;
    lineCanvas = make("canvas", { tabindex: 0, role: "img" });
    mapCanvas = make("canvas", { tabindex: 0, role: "img", "aria-label": "bytes of the core's memories over time" });
    says = make("p", { class: "says dim", "aria-live": "polite" });
    mapSays = make("p", { class: "dim" });
    arrowsSay = make("p", { class: "dim" });
    blockChooser = make("select", { "aria-label": "block", onchange: () => chooseBlock(+blockChooser.value) });
    launchChooser = make("select", { "aria-label": "launch", onchange: () => chooseLaunch(+launchChooser.value) },
      ...data.launches.map((one, k) => make("option", { value: k }, `launch ${k + 1}: ${one.kernel}` + (one.cycles === null ? "" : `, ${number(one.cycles)} cycles`))));
    section("timeline", "Timeline", make("p", { class: "keys" }, data.launches.length > 1 ? launchChooser : "", " ", blockChooser, " ",
      make("button", { onclick: () => zoom(0.6), "aria-label": "zoom in" }, "+"), " ", make("button", { onclick: () => zoom(1 / 0.6), "aria-label": "zoom out" }, "−"), " ",
      make("button", { onclick: wholeBlock }, "all"),
      make("span", { class: "dim" }, "  wheel zooms, drag pans, shift and wheel pans; keys: ← → pan, + - zoom, 0 all, n p next and previous instruction, ↑ ↓ block")),
    lineCanvas, says, arrowsSay);
    section("memory", "Memory", make("p", { class: "dim" }, "The same time, each memory of the core. A row for each buffer, shaded while it is in use; full bars are written, frames are read, by the pipe of that colour."),
      mapCanvas, mapSays);
    steer(lineCanvas);
    steer(mapCanvas);
    new ResizeObserver(redraw).observe(lineCanvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  // --- tables of a launch ---

  const tables = make("div", {});
  function fillLaunch() {
    const one = launch(), line = timed();
    const parts = [];
    const left = [];
    if (line.left_out) left.push(`${number(line.left_out)} steps are not drawn${line.blocks_left_out ? `, those of ${plural(line.blocks_left_out, "block")} among them` : ""}: a page holds so many; the tables count all.`);
    const arrows = line.blocks.reduce((sum, block) => sum + block.arrows_left_out, 0);
    if (arrows) left.push(`${plural(arrows, "arrow")} of flags late in their blocks are not drawn: a page holds so many.`);
    if (one.details_left_out) left.push(`${number(one.details_left_out)} instructions that differ in their addresses have no drawing.`);
    parts.push(...left.map((text) => make("p", { class: "dim" }, text)));
    parts.push(make("h2", { id: "conflicts" }, "Bank conflicts"));
    if (!one.conflicts.length) parts.push(make("p", {}, "None."));
    else parts.push(table(["instruction", "line", "calls#", "cycles#", "what meets", "cure", "saves#"], one.conflicts.map((row) =>
      [row.instr, where(row.file, row.line), number(row.calls), number(row.cycles), row.collides, row.cure || "none is known", number(row.saved)])));
    const busy = table(["pipe", "busy cycles#", "share#", "bytes#", ""], one.pipes.map((row) => [row.pipe, number(row.cycles),
      row.ratio === null ? "" : `${number(100 * row.ratio, 1)} %`, some(row.bytes), row.ratio ? make("span", { class: "bar", style: `width:${Math.round(120 * Math.min(1, row.ratio))}px` }) : ""]));
    const waits = one.waits.length ? make("div", {}, make("h3", {}, "Waits (average block)"), table(["pipe", "for", "cycles#"], one.waits.map((row) => [row.pipe, row.reason, number(row.cycles)]))) : "";
    parts.push(make("h2", { id: "pipes" }, "Pipes"), make("div", { class: "tables" }, make("div", {}, make("h3", {}, "Work (average block)"), busy), waits));
    parts.push(make("h2", { id: "rests-on" }, "What the time rests on"));
    const unknown = Object.entries(one.unknown).map(([name, count]) => `${name} x ${number(count)}`);
    if (unknown.length) parts.push(make("p", {}, `No cost is published, and they are in no total: ${unknown.join(", ")}.`));
    parts.push(...one.notes.map((note) => make("p", {}, note)));
    const rests = Object.entries(one.rests_on);
    if (rests.length) parts.push(table(["number", "evidence and source"], rests));
    else if (one.cycles !== null) parts.push(make("p", {}, "Documented numbers."));
    tables.replaceChildren(...parts);
  }
  function showCalls() {
    if (!data.calls.length) return;
    const part = section("calls", "Calls of AI Engine kernels");
    data.calls.forEach((call) => {
      const units = Object.entries(call.units), most = Math.max(1, ...units.map(([, cycles]) => cycles));
      part.append(make("h3", {}, `${call.kernel} on ${call.chip}: at least ${number(call.cycles)} cycles${Object.keys(call.assumed).length ? ", if assumed rates hold" : ""}, bound by ${call.bound}` +
        (call.as_written ? `, about ${number(call.as_written)} with its loops as they are written, without arithmetic on single numbers` : "") +
        (call.count > 1 ? `; ${plural(call.count, "call")} like this` : "")),
      table(["unit", "cycles#", ""], [...units, ["first load", call.first]].map(([unit, cycles]) =>
        [unit, number(cycles, 1), make("span", { class: "bar", style: `width:min(${Math.round(240 * cycles / most)}px, ${Math.round(45 * cycles / most)}vw)` })])));
      for (const text of call.unknown) part.append(make("p", {}, `${text}: in no total.`));
      for (const [name, why] of Object.entries(call.assumed)) part.append(make("p", { class: "dim" }, `${name}: ${why}`));
      part.append(make("p", {}, where(call.file, 1), make("span", { class: "dim" }, `  ${call.unseen}.`)));
    });
  }
  function showGraph() {
    if (!data.graph) return;
    section("graph", "Graph", make("div", { class: "picture" }, make("img", { alt: "kernels, ports and the links between them",
      src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(data.graph.svg) })),
    data.graph.time ? make("pre", {}, data.graph.time) : "",
    make("h3", {}, "Kernels"), table(["kernel", "file", "calls#"], data.graph.kernels.map(([name, file, calls]) =>
      [name, file < 0 ? "" : where(file, 1), number(calls)])),
    make("h3", {}, "Links"), table(["link", "kind", "carries", "became", "bytes in all#"], data.graph.links.map((link) => [...link.slice(0, 4), number(link[4])])));
  }
  function showAgainst() {
    if (!data.against) return;
    const part = section("against", "Compared");
    part.append(table(["run", "chip", "cycles#", "us#", "left out#"], data.against.sides.map((side) =>
      [side.name, side.chip || "", number(side.cycles), number(side.microseconds, 2), number(side.left_out)])));
    if (!data.against.sections.length) part.append(make("p", {}, "No difference by cause: both take the same, or one was not timed."));
    for (const one of data.against.sections) {
      const [a, b] = data.against.sides.map((side) => side.name + "#");
      part.append(make("h3", {}, one.title), table(["", a, b, "change#"], one.rows.map(([what, before, after]) =>
        [what, number(before), number(after), before === null || after === null ? "" : (after > before ? "+" : "") + number(after - before)])));
    }
  }

  // The verdict and what was found come first; the rest is made when that can be seen, a part at a time.
  function showRest() {
    showAgainst();
    showGraph();
    showWhy();
    showSource();
    showTimeline();
    showCalls();
    main.append(tables);
    const busiest = askedOn((file) => file >= 0).sort((a, b) => b[3] - a[3])[0];
    if (busiest) chooseLine(busiest[0], busiest[1]);
    if (data.launches.length) {
      chooseLaunch(0);
      for (const [id, title] of [["conflicts", "Bank conflicts"], ["pipes", "Pipes"], ["rests-on", "What the time rests on"]]) links.append(make("a", { href: "#" + id }, title));
      const hot = launch().lines.find((line) => line.file >= 0 && line.cycles);
      if (hot) chooseLine(hot.file, hot.line);
    }
    const asked = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (asked) asked.scrollIntoView();
    document.documentElement.dataset.ready = "yes";
  }
  showFindings();
  addEventListener("DOMContentLoaded", () => setTimeout(showRest, 0));
})();
