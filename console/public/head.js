// Runs before the first paint, while the page's script is still on its way.
(() => {
  // A dark page never flashes white.
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be closed to us; the system's choice serves.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);

  // The page's texts are read by the time its script asks for them, which then paints without waiting once more.
  window.textsOnTheirWay = new Map();
  for (const link of document.querySelectorAll('link[href^="/api/locales/"]')) {
    const address = link.getAttribute('href');
    const answer = fetch(address).then((response) => (response.ok ? response.json() : undefined));
    window.textsOnTheirWay.set(
      address,
      answer.catch(() => undefined),
    );
  }
})();
