// Runs before the first paint, so that a dark screen never flashes white. The rest: ui/theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be barred; the system's choice holds.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('bp6-dark', dark);
})();
