import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { expectGoodLooks } from '../support/looks.js';
import { answerWith, cutOff, LOST_CONNECTIONS, ofOperation } from '../support/network.js';
import { newWord } from '../support/people.js';
import {
  customersFound,
  openSearch,
  papersFound,
  results,
  searchDialog,
  searchField,
} from '../support/search.js';
import { expect, test } from '../support/test.js';

// Each run looks at every screen in looks/screens.
test.skip(!isExhaustive(import.meta.url), 'exhaustive, of another share');

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({ expectedErrors: LOST_CONNECTIONS });

for (const [where, viewport] of Object.entries(WIDTHS)) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport });

    test('the search looks right in each of its states', async ({ page }) => {
      await page.goto('/settings');
      await openSearch(page);
      await expectGoodLooks(page, 'before one types');
      await searchField(page).fill(newWord().repeat(6));
      await expect(searchDialog(page).getByText('No results found')).toBeVisible();
      await expectGoodLooks(page, 'nothing found');

      const many = await answerWith(page, 'GlobalSearch', () =>
        customersFound('Venkatanarasimharajuvaripeta Subrahmanyam Iyer Padmanabhan', 8, 100, false),
      );
      await searchField(page).fill('venkata');
      await expect(results(page)).toHaveCount(9);
      await expectGoodLooks(page, 'many found');
      await many.stop();

      const papers = await answerWith(page, 'GlobalSearch', () =>
        papersFound(
          'Cashless_claim_form_signed_by_both_of_them_scanned_again_2026.pdf',
          'Venkatanarasimharajuvaripeta Subrahmanyam Iyer Padmanabhan',
          'Cholamandalam MS General Insurance Company Limited',
        ),
      );
      await searchField(page).fill('cashless');
      await expect(results(page)).toHaveCount(2);
      await expectGoodLooks(page, 'documents and quotations found');
      await papers.stop();

      await cutOff(page, ofOperation('GlobalSearch'));
      await searchField(page).fill('failing');
      await expect(searchDialog(page).getByText('Search failed')).toBeVisible();
      await expectGoodLooks(page, 'failure');
    });
  });
}
