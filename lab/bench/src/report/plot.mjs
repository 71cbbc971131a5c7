// An SVG bar chart: one bar per contender, with a whisker from the lowest round to the highest.
import { escaped } from './escaped.mjs';

const width = 760;
const labelWidth = 230;
const rightMargin = 110;
const rowHeight = 34;
const barHeight = 18;
const top = 44;

const short = (value) => value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });

/** @param {import('./section.mjs').Plot} plot */
export function plotSvg({ title, unit, bars }) {
  const height = top + bars.length * rowHeight + 12;
  const most = Math.max(...bars.map(({ high }) => high), 1);
  const across = (value) => labelWidth + (value / most) * (width - labelWidth - rightMargin);
  const rows = bars.map((bar, nth) => rowSvg(bar, top + nth * rowHeight, { across, unit }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="12" y="26" font-size="15" font-weight="600" fill="#1f2933">${escaped(title)}</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function rowSvg({ label, median, low, high, ours }, y, { across, unit }) {
  const middle = y + rowHeight / 2;
  const [from, to] = [across(low), across(high)].map((x) => x.toFixed(1));
  return [
    `<text x="${labelWidth - 10}" y="${middle + 4}" text-anchor="end" fill="#1f2933">${escaped(label)}</text>`,
    `<rect x="${labelWidth}" y="${middle - barHeight / 2}" width="${(across(median) - labelWidth).toFixed(1)}" height="${barHeight}" rx="2" fill="${ours ? '#3b5bdb' : '#adb5bd'}"/>`,
    `<path d="M${from} ${middle}H${to}M${from} ${middle - 5}v10M${to} ${middle - 5}v10" stroke="#1f2933" fill="none"/>`,
    `<text x="${(across(high) + 8).toFixed(1)}" y="${middle + 4}" fill="#1f2933">${short(median)} ${escaped(unit)}</text>`,
  ].join('\n');
}
