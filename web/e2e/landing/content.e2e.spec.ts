import { brokerage } from '@insuremanager/deploy/testing/e2e/brokerage';
import type { Page } from '@playwright/test';
import { expect, SIGNED_OUT, test } from '../support/test.js';

// Search engines, and people whose network broke off, see it without scripts.
test.use({ storageState: SIGNED_OUT, javaScriptEnabled: false });
test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

const section = (page: Page, id: string) => page.locator(`section#${id}`);
const link = (page: Page, name: string, within = 'body') =>
  page.locator(within).getByRole('link', { name, exact: true });

/** A mail link, as a mail program reads it. */
async function mailOf(page: Page, name: string, within?: string) {
  const href = (await link(page, name, within).first().getAttribute('href')) ?? '';
  const [, to = '', query = ''] = /^mailto:([^?]*)\?(.*)$/.exec(href) ?? [];
  const values = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
  return { to: decodeURIComponent(to), ...Object.fromEntries(values) } as {
    to: string;
    subject: string;
    body: string;
  };
}

test('the texts are those of the specification', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Looking for trusted and comprehensive insurance solutions?',
  );
  const services = section(page, 'services');
  for (const title of ['Life & Health Insurance', 'Motor, Property & Business Insurance']) {
    const card = services.getByRole('article', { name: title });
    await expect(card.getByRole('heading', { name: title })).toBeVisible();
    await expect(card.locator('.bullets li')).toHaveCount(3);
    await expect(card.getByRole('button', { name: `Learn More: ${title}` })).toHaveText(
      'Learn More',
    );
  }
  const why = section(page, 'why');
  await expect(why.getByRole('heading', { level: 2 })).toHaveText('Why Choose InsureManager');
  await expect(why.getByRole('heading', { level: 3 })).toHaveText([
    'Wide Range of Products',
    'Tailored Solutions',
    'Expert Support',
    'Customer-Focused',
  ]);
  const agents = section(page, 'agents');
  await expect(agents.getByRole('heading')).toHaveText('For InsureManager Agents');
  await expect(agents).toContainText(
    'Access your CRM dashboard to manage customers, policies, and claims',
  );
  await expect(agents.getByRole('link', { name: 'Agent Login' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('contentinfo')).toContainText('© 2025 InsureManager');
});

test('mail links begin a letter to the brokerage', async ({ page }) => {
  const links = [
    ['Get Quote', 'header', 'Insurance quote request'],
    ['Get Health Insurance Quote', '.hero', 'Health insurance quote request'],
    ['Vehicle Insurance Quote', '.hero', 'Vehicle insurance quote request'],
    ['Get Free Consultation', '#quote', 'Free consultation request'],
    ['Get Insurance Quote', '#quote', 'Insurance quote request'],
  ] as const;
  for (const [name, within, subject] of links) {
    const mail = await mailOf(page, name, within);
    expect(mail).toMatchObject({ to: brokerage.email, subject });
    expect(mail.body).toMatch(/^Hello,\r\n\r\n/);
    expect(mail.body).toContain('\r\nMy phone number:\r\n');
    expect(mail.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  }
});

test('who has no mail program asks for a quote by a form', async ({ page }) => {
  for (const [name, within] of [
    ['Ask by Form', '.hero'],
    ['Ask for a quote here', '#quote'],
  ] as const) {
    await expect(link(page, name, within)).toHaveAttribute('href', '/get-quote');
  }
  // Without a script it says how else we are reached.
  await page.goto('/get-quote');
  expect(await page.content()).toContain(`Call us: ${brokerage.phone}.`);
});

test('the hero leads to the numbers that the brokerage has set', async ({ page }) => {
  await expect(link(page, 'Call Us', '.hero')).toHaveAttribute('href', 'tel:+914844001200');
  const whatsapp = page.locator('.hero').getByRole('link', { name: /^WhatsApp Us/ });
  await expect(whatsapp).toHaveAttribute('href', 'https://wa.me/919847012345');
});

test('the links of the header lead to their sections', async ({ page }) => {
  for (const name of ['Services', 'About', 'Contact']) {
    const id = name.toLowerCase();
    await page.getByRole('navigation', { name: 'Sections' }).getByText(name).click();
    await expect(page).toHaveURL(`/#${id}`);
    await expect(section(page, id).getByRole('heading', { level: 2 })).toBeInViewport();
  }
  await page.goto('/#quote');
  await expect(section(page, 'quote').getByRole('heading')).toBeInViewport();
});

test('contact and footer show what the brokerage has set', async ({ page }) => {
  const contact = section(page, 'contact');
  await expect(contact.getByRole('heading', { level: 3 })).toHaveText(['Phone', 'Email', 'Office']);
  await expect(contact).toContainText(brokerage.address);
  for (const within of ['#contact', 'footer']) {
    await expect(link(page, brokerage.phone, within)).toHaveAttribute('href', 'tel:+914844001200');
    await expect(link(page, brokerage.email, within)).toHaveAttribute('href', /^mailto:office@/);
  }
  await expect(section(page, 'about')).toContainText(brokerage.licence);
  await expect(section(page, 'about')).not.toContainText('GSTIN');

  const outward = page.getByRole('contentinfo').locator('a[target=_blank]');
  await expect(outward).toHaveText([/^www\.kaveri\.example/, /^Instagram/, /^LinkedIn/]);
  const [instagram, linkedIn] = brokerage.social;
  for (const [at, href] of ['https://www.kaveri.example/', instagram, linkedIn].entries()) {
    await expect(outward.nth(at)).toHaveAttribute('href', href);
    await expect(outward.nth(at)).toHaveAttribute('rel', /noopener/);
  }
  for (const list of ['Services', 'Company']) {
    const links = page.getByRole('contentinfo').getByRole('navigation', { name: list });
    for (const { href } of await links.getByRole('link').evaluateAll(hrefs)) {
      if (href.startsWith('#')) await expect(page.locator(href)).toHaveCount(1);
    }
  }
});

const hrefs = (links: Element[]) =>
  links.map((link) => ({ href: link.getAttribute('href') ?? '' }));

test('Learn More opens what a cover includes, and closes again', async ({ page }) => {
  const cover = page.getByRole('dialog', { name: 'Life & Health Insurance' });
  const more = page.getByRole('button', { name: 'Learn More: Life & Health Insurance' });
  const close = cover.getByRole('button', { name: 'Close' });
  await expect(cover).toBeHidden();
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(cover).toBeVisible();
  await expect(close).toBeFocused();
  for (const name of ['Term life', 'Savings and pension', 'Health', 'Travel']) {
    await expect(cover.getByText(name, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(cover).toBeHidden();
  await expect(more).toBeFocused();

  await more.click();
  await close.click();
  await expect(cover).toBeHidden();
  await more.click();
  await page.mouse.click(5, 5);
  await expect(cover).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens without a script, and leaves nothing over its section', async ({ page }) => {
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const button = page.getByRole('button', { name: 'Menu' });
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(section(page, 'contact').getByRole('heading', { level: 2 })).toBeInViewport();
    await expect(menu).not.toBeInViewport();
  });

  test('everything to be touched is large enough', async ({ page }) => {
    const small = await page
      .locator('header a, .hero a, button, .button, #contact a, footer li a')
      .evaluateAll((targets) =>
        targets
          .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
          .map(({ text }) => text),
      );
    expect(small).toEqual([]);
  });
});

test('it says to search engines what it is, with one address', async ({ page, request }) => {
  await page.goto('/some/other/path?x=1');
  const origin = new URL(process.env.E2E_URL ?? '').origin;
  const content = (selector: string) => page.locator(selector).getAttribute('content');
  await expect(page).toHaveTitle(/^InsureManager · .*insurance in Kerala$/);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/`);
  expect(await content('meta[name=description]')).toMatch(/^InsureManager compares/);
  expect(await page.locator('meta[name=robots]').count()).toBe(0);

  const picture = await request.get((await content('meta[property="og:image"]')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
  const png = await picture.body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(300_000);

  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({
    '@type': 'InsuranceAgency',
    name: 'InsureManager',
    telephone: brokerage.phone,
    email: brokerage.email,
    address: brokerage.address,
  });
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${origin}/</loc>`);
});
