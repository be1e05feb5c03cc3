import { chromium } from 'playwright';
const base = 'http://localhost:4600';
const jobs = JSON.parse(process.argv[2]);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const states = {};
for (const { user, path, name, width = 1440, dark = false, steps = [] } of jobs) {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: dark ? 'dark' : 'light', storageState: states[user] });
  const page = await context.newPage();
  if (user && !states[user]) {
    const r = await page.request.post(base + '/api/auth/login', { data: { username: user, password: 'coconut-lagoon-42' } });
    if (!r.ok()) console.log(user, r.status(), await r.text());
    states[user] = await context.storageState();
  }
  await page.goto(base + path, { waitUntil: 'networkidle' }).catch(() => {});
  const tour = page.getByRole('button', { name: 'Leave the Tour' });
  if (await tour.isVisible().catch(() => false)) { await tour.click(); await page.waitForTimeout(300); states[user] = await context.storageState(); }
  for (const step of steps) {
    try {
      if (step.click) await page.getByRole(step.role ?? 'button', { name: step.click, exact: step.exact ?? false }).first().click({ timeout: 5000 });
      if (step.row) await page.locator(step.row).first().click({ timeout: 5000 });
      if (step.fill) await page.getByLabel(step.fill).first().fill(step.value);
    } catch (e) { console.log(name, String(e).slice(0, 200)); }
    await page.waitForTimeout(700);
  }
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/s-${name}.png`, fullPage: false });
  await context.close();
}
await browser.close();
