/** Single quotes only: these go inside style attributes. */
export const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
export const monospace = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

export const colors = {
  page: '#f4f4f6',
  card: '#ffffff',
  panel: '#fafafb',
  line: '#e4e4e9',
  ink: '#1b1b22',
  soft: '#62626f',
};

/** Inline styles override rules in a style sheet, hence `!important` on each. */
export const stylesFor = ({ dark }: Brand) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #131316 !important; }
  .card { background-color: #1d1d22 !important; border-color: #303038 !important; }
  .panel { background-color: #24242a !important; border-color: #303038 !important; }
  .line { border-color: #303038 !important; }
  .ink { color: #f1f1f4 !important; }
  .soft { color: #a3a3b0 !important; }
  .link { color: ${dark.link} !important; }
  .accent { background-color: ${dark.accent} !important; }
  .on-accent { color: ${dark.onAccent} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
}
`;

/** What in a mail has the brand's color, on a light and on a dark background. */
export type Brand = { light: Shades; dark: Shades };
type Shades = { accent: string; onAccent: string; link: string };

/** As the console shows them. */
const named: Record<string, string> = {
  red: '#fa5252',
  pink: '#e64980',
  grape: '#be4bdb',
  violet: '#7950f2',
  indigo: '#4c6ef5',
  blue: '#228be6',
  cyan: '#15aabf',
  teal: '#12b886',
  green: '#40c057',
  lime: '#82c91e',
  yellow: '#fab005',
  orange: '#fd7e14',
  gray: '#868e96',
};

const readable = 4.5;
const [white, black, darkCard] = ['#ffffff', '#000000', '#1d1d22'];

/** Whatever the color, button text and links are readable: WCAG asks for a contrast of 4.5 to 1. */
export function brandOf(accentColor: string): Brand {
  const accent = named[accentColor] ?? accentColor;
  const onAccent = contrast(accent, white) >= readable ? white : darkest(accent);
  return {
    light: { accent, onAccent, link: readableOn(accent, black, colors.card) },
    dark: { accent, onAccent, link: readableOn(accent, white, darkCard) },
  };
}

function darkest(accent: string): string {
  return contrast(accent, colors.ink) >= readable ? colors.ink : black;
}

/** The color itself, or moved toward another one as far as it takes to be readable on this background. */
function readableOn(color: string, towards: string, ground: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(color, towards, part);
    if (contrast(mixed, ground) >= readable) return mixed;
  }
  return towards;
}

function mix(one: string, other: string, part: number): string {
  const [from, to] = [channels(one), channels(other)];
  const mixed = from.map((value, nth) => Math.round(value + ((to[nth] ?? 0) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
