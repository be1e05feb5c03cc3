import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Locator, Page } from '@playwright/test';
import { addCustomer, addCustomers, newPerson, newWord } from '../support/people.js';
import { addPolicy, dayFromNow, policyRow, SCREENS } from '../support/policies.js';
import { addCarQuotation, addQuotation, QUOTATIONS } from '../support/quotations.js';
import { customerRow, ON_NAME, openList } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);
const takesAll = isExhaustive(import.meta.url);

const WIDTHS = [1440, 1180, 1000, 768, 640, 390, 332];

/** Cells whose text is wider or higher than they are, by what stands in them. */
const cutCells = (page: Page, selector: string) =>
  page
    .locator('.record-table')
    .evaluate(
      (table, selector) =>
        [...table.querySelectorAll(selector)]
          .filter(
            (cell) =>
              cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1,
          )
          .map((cell) => cell.textContent),
      selector,
    );

/** Texts of a list that lie over their row, their neighbour or the edge of the list. */
const strayParts = (page: Page) =>
  page.locator('.record-table').evaluate((table) => {
    const edge = table.getBoundingClientRect();
    const stray: string[] = [];
    for (const row of table.querySelectorAll('[role=row]')) {
      const bounds = row.getBoundingClientRect();
      const cells = [...row.querySelectorAll('[data-cell]')].map((cell) => ({
        name: `${cell.getAttribute('data-cell')}: ${cell.textContent}`,
        box: cell.getBoundingClientRect(),
      }));
      for (const { name, box } of cells) {
        if (box.width === 0) continue;
        if (box.right > edge.right + 1 || box.left < edge.left - 1) stray.push(`${name} outside`);
        if (box.bottom > bounds.bottom + 1 || box.top < bounds.top - 1) stray.push(`${name} high`);
        const isOver = cells.some(
          (other) =>
            other.name !== name &&
            other.box.left < box.right - 1 &&
            box.left < other.box.right - 1 &&
            other.box.top < box.bottom - 1 &&
            box.top < other.box.bottom - 1,
        );
        if (isOver) stray.push(`${name} over another`);
      }
    }
    return stray;
  });

async function expectWholeAtAnyWidth(page: Page, whole: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // The list has come to rest in the width.
    await expect
      .poll(() => page.locator('.record-table').evaluate((table) => table.clientWidth))
      .toBeLessThanOrEqual(width);
    await expect.poll(() => strayParts(page), `at ${width} px`).toEqual([]);
    expect.soft(await cutCells(page, whole), `at ${width} px`).toEqual([]);
  }
}

further(
  'amounts, days and numbers of policies are whole at any width',
  async ({ page, request }) => {
    const word = newWord();
    const { id } = await addCustomer(request, {
      name: `Venkatanarasimharajuvaripeta Subrahmanyam Iyer ${word}`,
    });
    const numbers = [`P/181116/01/2026/${word.slice(0, 6)}`, `V${word.slice(0, 5)}`];
    for (const [nth, policyNumber] of numbers.entries()) {
      await addPolicy(request, 'vehicle', id, {
        policyNumber,
        insuranceCompany: nth ? 'Acko' : 'The Oriental Insurance Company Limited of all the States',
        premiumAmount: nth ? '1' : '99999999.99',
        vehicleNumber: nth ? 'KL 07 AB 1234' : '22 BH 1234 AA',
        vehicleType: 'truck',
        vehicleMake: 'Ashok Leyland Limited',
        vehicleModel: 'Ecomet 1615 HE with a long name',
        startDate: dayFromNow(-359),
        endDate: dayFromNow(6 + nth),
      });
    }
    await page.goto(`${SCREENS.vehicle}?customerId=${id}`);
    await expect(policyRow(page, numbers[0] ?? '')).toBeVisible();
    await expectWholeAtAnyWidth(page, '.whole, .record-row [data-cell=number]');
    await page.goto(`/reminders?customerId=${id}`);
    await expect(page.locator('.record-row')).toHaveCount(2);
    await expectWholeAtAnyWidth(page, '.whole, .record-row [data-cell=number]');
  },
);

further('so are those of quotations', async ({ page, request }) => {
  const customer = await addCustomer(request, { name: `Anil ${newWord()} ${newWord()}` });
  await addQuotation(request, customer.id, { premiumAmount: '99999999', sumAssured: '999999999' });
  await addCarQuotation(request, customer.id, { premiumAmount: '1' });
  await page.goto(`${QUOTATIONS}?customerId=${customer.id}`);
  await expect(page.locator('.record-row')).toHaveCount(2);
  await expectWholeAtAnyWidth(page, '.whole');
});

further(
  'names stand in their own direction, with their full form on hover',
  async ({ page, request }) => {
    const word = newWord();
    const name = `محمد بن سلمان ${word}`;
    await addCustomer(request, { name, email: `${word}@a-long-name-of-a-company.example.com` });
    await openList(page, word);
    await expect(customerRow(page, name)).toBeVisible();
    const cell = customerRow(page, name).locator('[data-cell=name]');
    await expect(cell).toHaveAttribute('title', name);
    await expect(cell.getByText(name)).toHaveCSS('direction', 'rtl');
    await expectWholeAtAnyWidth(page, '.whole');
  },
);

for (const sidebar of ['expanded', 'collapsed']) {
  const isShown = sidebar === 'expanded';
  further(
    `beside a panel and the ${sidebar} sidebar all of a narrower list can be used`,
    async ({ page, request }) => {
      await page.setViewportSize({ width: isShown ? 1440 : 1280, height: 900 });
      const customer = await addCustomer(request);
      const { policyNumber, id } = await addPolicy(request, 'health', customer.id, {
        endDate: dayFromNow(12),
        startDate: dayFromNow(-352),
      });
      await page.goto(`${SCREENS.health}?customerId=${customer.id}&policy=${id}`);
      const panel = page.getByRole('dialog', { name: policyNumber, exact: true });
      await expect(panel).toBeVisible();
      if (!isShown) await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
      const edge = async () => (await panel.boundingBox())?.x ?? 0;
      const row = policyRow(page, policyNumber);
      const least = async (part: Locator) => {
        const box = await part.boundingBox();
        return box ? (await edge()) - (box.x + box.width) : -1;
      };
      for (const part of [
        row,
        ...(await page.locator('.page-toolbar button').all()),
        row.locator('[data-cell=number]'),
        row.locator('[data-cell=customer]'),
        row.locator('[data-cell=left]'),
      ]) {
        await expect.poll(() => least(part)).toBeGreaterThan(0);
      }
      await expect(page.locator('.record-table')).toHaveAttribute('data-layout', 'medium');
      await expect(row.locator('[data-cell=left]')).toHaveText('12');
      expect(await cutCells(page, '.whole, [data-cell=number]')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(row.locator('[data-cell=left]')).toHaveCount(0);
    },
  );
}

further('a policy says its term in one line, and its insurer whole', async ({ page, request }) => {
  const customer = await addCustomer(request);
  const insuranceCompany = 'Star Health and Allied Insurance Company Limited';
  for (const kind of ['health', 'vehicle'] as const) {
    const { policyNumber } = await addPolicy(request, kind, customer.id, { insuranceCompany });
    await page.goto(`${SCREENS[kind]}?customerId=${customer.id}`);
    const row = policyRow(page, policyNumber);
    await expect(row.locator('[data-cell=insurer]')).toHaveText(insuranceCompany);
    expect(await cutCells(page, '[data-cell=insurer], [data-cell=term]')).toEqual([]);
    const term = await row.locator('[data-cell=term]').boundingBox();
    expect(term?.height).toBeLessThan(28);
  }
});

/** Rows of which nothing lies under what stays above or below them. */
const wholeRows = (page: Page) =>
  page.locator('.record-list').evaluate((list) => {
    const edgeOf = (part: string) => list.querySelector(part)?.getBoundingClientRect();
    const from = edgeOf('.record-head')?.bottom ?? 0;
    const to = edgeOf('.record-list-footer')?.top ?? 0;
    return [...list.querySelectorAll('.record-row')]
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= from - 1 && bottom <= to + 1).length;
  });

/** Headings that do not stand over what they name. */
const strayHeadings = (page: Page) =>
  page.locator('.record-table').evaluate((table) => {
    const cells = [...(table.querySelector('.record-row')?.querySelectorAll('[data-cell]') ?? [])];
    const boxOf = (part: Element | undefined) => part?.getBoundingClientRect() ?? new DOMRect();
    return [...table.querySelectorAll<HTMLElement>('[role=columnheader][data-cell]')]
      .filter((heading) => {
        const named = cells.find((cell) => cell.matches(`[data-cell=${heading.dataset.cell}]`));
        return boxOf(heading).right < boxOf(named).left || boxOf(heading).left > boxOf(named).right;
      })
      .map((heading) => heading.textContent);
  });

test('beside a panel a list has room for its rows, and its toolbar takes a line', async ({
  page,
  request,
}) => {
  await addCustomers(
    request,
    Array.from({ length: 12 }, () => newPerson()),
  );
  const { id } = await addCustomer(request);
  const ends = { startDate: dayFromNow(-340), endDate: dayFromNow(24) };
  for (let nth = 0; takesAll && nth < 11; nth++) {
    await addPolicy(request, 'health', id, ends);
    await addPolicy(request, 'vehicle', id, ends);
  }
  const lists = [
    ['/customers', 11],
    ['/reminders', 9],
    [SCREENS.health, 10],
    [SCREENS.vehicle, 10],
  ] as const;
  for (const [list, least] of takesAll ? lists : lists.slice(0, 1)) {
    await page.goto(list);
    await page.locator('[data-row="1"]').click(ON_NAME);
    await expect(page.locator('.side-panel')).toBeVisible();
    await expect.poll(() => wholeRows(page), list).toBeGreaterThanOrEqual(least);
    expect(await strayHeadings(page)).toEqual([]);
    const toolbar = page.locator('.page-toolbar');
    await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(50);
    await expect(page.getByRole('button', { name: 'Advanced Search' })).toHaveAttribute(
      'title',
      'Advanced Search',
    );
    await page.keyboard.press('Escape');
    await expect(page.locator('.side-panel')).toBeHidden();
    await expect(page.locator('[data-row="1"]')).toBeInViewport();
  }
});

further(
  'the cards over a list make room for a panel, where it leaves them less than a row',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const { id, policyNumber } = await addPolicy(request, 'health', customer.id);
    const rowsOfCards = () =>
      page
        .getByRole('list', { name: 'Summary' })
        .getByRole('listitem')
        .evaluateAll((cards) => new Set(cards.map((one) => one.getBoundingClientRect().top)).size);
    for (const [width, beside] of [
      [1600, 0],
      [1920, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${SCREENS.health}?policy=${id}`);
      await expect(page.getByRole('dialog', { name: policyNumber, exact: true })).toBeVisible();
      await expect.poll(rowsOfCards).toBe(beside);
      await page.keyboard.press('Escape');
      await expect.poll(rowsOfCards).toBe(1);
    }
    await page.setViewportSize({ width: 900, height: 900 });
    await expect.poll(rowsOfCards).toBe(2);
  },
);

further('a list beside a panel that is closed is where it was', async ({ page, request }) => {
  const { id } = await addCustomer(request);
  for (let nth = 0; nth < 24; nth++) await addPolicy(request, 'vehicle', id);
  const list = page.getByRole('main');
  const top = () => list.evaluate((main) => main.scrollTop);
  for (const [before, row, after] of [
    [0, 3, 0],
    // The cards are gone meanwhile: what was scrolled of them is not brought back.
    [40, 3, 0],
    [600, 12, 600],
  ] as const) {
    await page.goto(SCREENS.vehicle);
    await expect(page.locator('[data-row="20"]')).toBeAttached();
    await list.evaluate((main, top) => main.scrollTo({ top }), before);
    await page.locator(`[data-row="${row}"]`).click(ON_NAME);
    await expect(page.locator('.side-panel')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Summary' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('list', { name: 'Summary' })).not.toBeHidden();
    await expect.poll(top).toBe(after);
  }
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  further('all that is pressed in a list and above it is 44 px high', async ({ page, request }) => {
    const customer = await addCustomer(request);
    await page.goto(`/customers?kycStatus=pending&q=${customer.name}`);
    await expect(customerRow(page, customer.name)).toBeVisible();
    const small = await page.locator('.shell').evaluate((shell) =>
      [...shell.querySelectorAll(':is(.top-bar, main) :is(button, a, input)')]
        .filter((part) => {
          const { width, height } = part.getBoundingClientRect();
          return width > 0 && (height < 43.5 || width < 43.5);
        })
        .map((part) => part.outerHTML),
    );
    expect(small).toEqual([]);
  });
});
