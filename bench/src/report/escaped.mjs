const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** As text or an attribute of SVG. @param {string} text */
export const escaped = (text) => text.replace(/[&<>"]/g, (character) => escapes[character]);
