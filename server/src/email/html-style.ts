import type { Brand } from './brand.ts';

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
