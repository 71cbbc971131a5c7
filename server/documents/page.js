// The search and the copy buttons of /docs. Without it, everything else works.
const field = document.querySelector('.search input');
const found = document.querySelector('.found');
const told = document.querySelector('.search [role="status"]');
document.querySelector('.search').hidden = false;

let sections;
/** Every section of every document, with its words in lower case. Read at the first search. */
function load() {
  sections ??= fetch('/docs/search.json')
    .then((answer) => answer.json())
    .then((rows) =>
      rows.map(([path, title, heading, anchor, text]) => ({
        ...{ path, title, heading, anchor, text },
        ...{ low: text.toLowerCase(), high: `${title} ${heading}`.toLowerCase() },
      })),
    );
  return sections;
}

/** All words must be there. Titles and headings count most. */
function score({ low, high, heading }, words) {
  let points = heading ? 0 : 1;
  for (const word of words) {
    if (high.includes(word)) points += 10;
    else if (low.includes(word)) points += 1;
    else return 0;
  }
  return points + 1;
}

function excerpt({ text, low }, words) {
  const first = Math.min(...words.map((word) => low.indexOf(word)).filter((at) => at >= 0));
  const at = Number.isFinite(first) ? text.lastIndexOf(' ', Math.max(0, first - 40)) + 1 : 0;
  return text.slice(at, at + 130);
}

function entry(section, words) {
  const { path, title, heading, anchor } = section;
  const link = document.createElement('a');
  link.href = `/docs${path && `/${path}`}${anchor && `#${anchor}`}`;
  link.textContent = heading ? `${title}: ${heading}` : title;
  link.append(Object.assign(document.createElement('small'), { textContent: `${excerpt(section, words)}…` }));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = words.length > 0 ? await load() : [];
  const best = all
    .map((section) => ({ section, points: score(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, 12);
  found.replaceChildren(...best.map(({ section }) => entry(section, words)));
  found.hidden = best.length === 0;
  const many = best.length === 1 ? '1 result' : `${best.length} results`;
  told.textContent = words.length > 0 ? many : '';
}

function close() {
  found.hidden = true;
  field.focus();
}

field.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
  }
});
document.querySelector('.search').addEventListener('keydown', (event) => {
  if (event.key === 'Escape') return close();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const links = [...found.querySelectorAll('a')];
  const next = links.indexOf(document.activeElement) + step;
  (next < 0 ? field : links[Math.min(next, links.length - 1)])?.focus();
});

for (const code of document.querySelectorAll('pre')) {
  if (!navigator.clipboard) break;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  });
  const snippet = Object.assign(document.createElement('div'), { className: 'snippet' });
  code.replaceWith(snippet);
  snippet.append(code, button);
}
