// Stands in front of the theme's search, and asks its index in another way: names are typed as they are written in
// programs, with signs that its own language would read as orders; Chinese has no spaces, so it is cut into words that
// the pages have, longest first; what is called so comes first, then pages with all the words, and the very word before
// those that it begins.
{
  const HAN = /\p{sc=Han}+/gu;
  let asked = "";
  let docs = [];
  let known = null; // beginnings of the index's words
  let titles = null; // where -> the words of its title

  const beginnings = (index) => {
    const all = new Set();
    for (const word of Object.keys(index.invertedIndex))
      for (let end = 1; end <= word.length; ++end) all.add(word.slice(0, end));
    return all;
  };
  const cut = (text) => {
    const found = [];
    for (let at = 0; at < text.length; ) {
      let end = text.length;
      while (end > at && !known.has(text.slice(at, end))) --end;
      if (end > at) found.push(text.slice(at, end));
      at = Math.max(end, at + 1);
    }
    return found;
  };
  const split = (text) => text.split(lunr.tokenizer.separator).filter(Boolean).map((word) => word.toLowerCase());
  const terms = (index) => {
    known ??= beginnings(index);
    return split(asked.replace(HAN, (text) => ` ${cut(text).join(" ")} `));
  };
  const named = (docs) => new Map(docs.map(({ location, title }) => [location, split(title).join(" ")]));
  const stem = (index, term) => {
    const [short] = index.pipeline.runString(term);
    return short && term.startsWith(short) ? short : term;
  };
  const search = (index) => {
    const { presence, wildcard } = lunr.Query;
    const words = terms(index);
    if (!words.length) return [];
    const begin = (how) => (query) => {
      for (const word of words)
        query.term(stem(index, word), { presence: how, wildcard: wildcard.TRAILING, usePipeline: false });
    };
    const found = index.query((query) => {
      begin(presence.OPTIONAL)(query);
      for (const word of words) query.term(word, { boost: 10 });
    });
    const whole = new Set(index.query(begin(presence.REQUIRED)).map(({ ref }) => ref));
    const name = words.join(" ");
    for (const one of found) {
      if (whole.has(one.ref)) one.score *= 10000;
      if ([name, `aie ${name}`].includes(titles.get(one.ref))) one.score *= 100;
    }
    return found;
  };

  addEventListener("message", ({ data }) => {
    if (data.type === 0) docs = data.data.docs; // what is searched
    if (data.type !== 2) return; // what is asked
    titles ??= named(docs);
    asked = data.data = data.data.replace(/[-+~^:*"]+/g, " ").trim();
    lunr.Index.prototype.search = function () { return search(this); };
  });
}
