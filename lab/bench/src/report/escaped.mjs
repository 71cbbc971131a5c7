const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escaped as SVG text or attribute. @param {string} text */
export const escaped = (text) => text.replace(/[&<>"]/g, (character) => escapes[character]);
