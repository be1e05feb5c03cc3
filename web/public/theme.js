// Runs before the first paint, so that a dark screen never flashes white. The rest: ui/theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage may be barred; the system's choice holds.
  }
  const page = document.documentElement;
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.classList.toggle('bp6-dark', dark);
  // For the public page, which follows the system by itself where nothing was chosen.
  if (chosen === 'dark' || chosen === 'light') page.dataset.theme = chosen;
})();
