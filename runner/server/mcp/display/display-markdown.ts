/**
 * Draws Markdown with nodes and never with markup, so that nothing in it can run; anything else is shown as text.
 * Part of the interface's program, which defines "ask" and "opensLinks". It runs on the only thread of a client's
 * frame, so its time must be linear in the text: adjacent repetitions in a pattern never accept the same character,
 * and the search for the end of an element stops at the next possible start of one.
 */
export const displayMarkdown = String.raw`const LONGEST = 200000, DEEPEST = 8;
// The limit counts the cells of all tables: a few characters of a row make as many cells as the head has.
const MOST_COLUMNS = 100, MOST_CELLS = 20000;
let cellsLeft = MOST_CELLS;
const make = (tag, children = [], fields = {}) => {
  const node = Object.assign(document.createElement(tag), fields);
  // One by one, because an engine limits the number of arguments.
  for (const child of children) node.append(child);
  return node;
};

function link(address, children) {
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return make('em', children);
  // Without the client's help a link leads nowhere, so its address is shown.
  if (!opensLinks) return make('span', [...children, ' (' + address + ')']);
  const node = make('a', children, { href: address });
  node.addEventListener('click', (event) => {
    event.preventDefault();
    void ask('ui/open-link', { url: address });
  });
  return node;
}

const picture = (src, alt) => make('img', [], { src, alt });
const INLINE =
  /\\([!-\/:-@[-\x60{-~])|(?<!\x60)(\x60{1,99})(?!\x60)(.{1,1000}?)(?<!\x60)\2(?!\x60)|!\[([^[\]\n]{0,500})\]\((data:image\/(?:png|jpeg|gif|webp);base64,[\w+\/=]+)\)|!?\[([^[\]\n]{1,500})\]\(((?:[^()\s]|\([^()\s]{0,200}\)){1,2000})(?:[ \t][^()\n]{0,200})?\)|\*\*(?=\S)(.{1,1000}?)\*\*|\*(?=[^\s*])([^*]{1,1000}?)\*|~~(?=\S)(.{1,1000}?)~~/gs;

function inlines(text, depth = 0) {
  if (depth > DEEPEST) return [text];
  const out = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, sign, , code, alt, data, label, address, strong, em, del] = found;
    out.push(text.slice(from, found.index));
    from = found.index + all.length;
    if (sign !== undefined) out.push(sign);
    else if (code !== undefined) out.push(make('code', [code]));
    else if (data !== undefined) out.push(picture(data, alt));
    else if (label !== undefined) out.push(link(address, inlines(label, depth + 1)));
    else if (strong !== undefined) out.push(make('strong', inlines(strong, depth + 1)));
    else if (em !== undefined) out.push(make('em', inlines(em, depth + 1)));
    else out.push(make('del', inlines(del, depth + 1)));
  }
  out.push(text.slice(from));
  return out;
}

const FENCE = /^ {0,3}(\x60{3,}|~{3,})/, HEADING = /^ {0,3}(#{1,6}) +(.*)$/s;
const RULE = /^ {0,3}([-*_])(?: *\1){2,}$/, QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3}(?:[-*+]|(\d{1,9})[.)]) +)(?=\S)/;
const DASHES = /^ {0,3}(?:(?:\| *)?:?-+:?(?: *\| *:?-+:?)+(?: *\|)?|\| *:?-+:? *\|)$/;

const cells = (line) =>
  line.trim().replace(/^\||(?<!\\)\|$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));

function table(rows) {
  const all = cells(rows[0]), dashes = cells(rows[1]);
  const head = all.slice(0, MOST_COLUMNS);
  const fit = Math.max(0, Math.floor(cellsLeft / head.length) - 1);
  const body = rows.slice(2, 2 + fit).map(cells);
  cellsLeft -= head.length * (1 + body.length);
  const align = (at) => {
    const dash = dashes[at] ?? '';
    return dash.endsWith(':') ? (dash.startsWith(':') ? 'center' : 'right') : 'left';
  };
  const row = (all, tag) =>
    make('tr', head.map((_, at) => {
      const cell = make(tag, inlines(all[at] ?? ''));
      cell.style.textAlign = align(at);
      return cell;
    }));
  const drawn = make('table', [
    make('thead', [row(head, 'th')]),
    make('tbody', body.map((all) => row(all, 'td'))),
  ]);
  const wide = make('div', [drawn], { className: 'wide', tabIndex: 0 });
  const cut = [[rows.length - 2 - body.length, 'rows'], [all.length - head.length, 'columns']]
    .flatMap(([count, what]) => (count > 0 ? [count + ' ' + what] : []));
  return cut.length === 0 ? [wide] : [wide, make('p', [make('em', ['Not drawn: ' + cut.join(', ')])])];
}

const starts = (line) => [FENCE, HEADING, RULE, QUOTE, ITEM].some((one) => one.test(line.trimEnd()));

function blocks(lines, depth = 0) {
  const out = [];
  let at = 0;
  const take = (belongs) => {
    const from = at;
    at += 1;
    while (at < lines.length && belongs(lines[at], at)) at += 1;
    return lines.slice(from, at);
  };
  if (depth > DEEPEST) return [make('p', [lines.join('\n')])];
  while (at < lines.length) {
    const line = lines[at].trimEnd();
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (line === '') at += 1;
    else if (fence) {
      const [, ...code] = take((one) => !one.trim().startsWith(fence));
      at += 1;
      out.push(make('pre', [code.join('\n')]));
    } else if (heading) {
      at += 1;
      out.push(make('h' + heading[1].length, inlines(heading[2].replace(/(?<! ) +#+$/, ''))));
    } else if (RULE.test(line)) {
      at += 1;
      out.push(make('hr'));
    } else if (QUOTE.test(line)) {
      const quoted = take((one) => QUOTE.test(one)).map((one) => one.replace(QUOTE, ''));
      out.push(make('blockquote', blocks(quoted, depth + 1)));
    } else if (line.includes('|') && DASHES.test(lines[at + 1]?.trimEnd() ?? ''))
      out.push(...table(take((one) => one.includes('|'))));
    else if (item) {
      const list = make(item[2] === undefined ? 'ul' : 'ol');
      if (item[2] !== undefined) list.start = Number(item[2]);
      while (at < lines.length) {
        const mark = ITEM.exec(lines[at])?.[1];
        if (mark === undefined) break;
        const indented = (one) => /^(?: {2}|\t)/.test(one);
        const own = take((one, place) => indented(one) || (one.trim() === '' && indented(lines[place + 1] ?? '')));
        const inner = own.map((one, place) =>
          one.slice(place === 0 ? mark.length : one[0] === '\t' ? 1 : Math.min(mark.length, one.search(/[^ ]|$/))));
        list.append(make('li', blocks(inner, depth + 1)));
      }
      out.push(list);
    } else out.push(make('p', inlines(take((one) => one.trim() !== '' && !starts(one)).join('\n'))));
  }
  return out;
}

const SIGNS =
  /^ {0,3}(#{1,6} |[-*+] |\d{1,9}[.)] |> |\x60{3}|~~~)|\*\*\S|\x60[^\x60\n]+\x60|\[[^[\]\n]{1,500}\]\((?:[^()\n]|\([^()\n]{0,200}\)){1,2000}\)|\]\(data:image\/|^ {0,3}\|? *:?-+:? *\|/m;
function drawText(text) {
  cellsLeft = MOST_CELLS;
  return text.length <= LONGEST && SIGNS.test(text)
    ? blocks(text.replaceAll('\r\n', '\n').split('\n'))
    : [make('div', [text], { className: 'text' })];
}
`;
