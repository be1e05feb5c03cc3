import type { Rolldown } from 'vite';

const ours = (...paths: string[]) => new RegExp(`/web/(${paths.join('|')})\\.tsx?$`);

/**
 * What comes together lies in one file: of its own accord the bundler makes some eighty of what a
 * list begins with, and on a slow network each of them costs a wait. Every group takes along what
 * its modules import, unless one before it has; so the order says what must not need what.
 */
export const sharedChunks: Rolldown.CodeSplittingGroup[] = [
  // What runs before any other has come. Not the entry itself, which would run on other pages too.
  {
    name: 'first',
    test: new RegExp(
      [
        'vite/(preload-helper|modulepreload-polyfill)',
        '/web/(ui/(tokens|fullScreen)|app/firstPaint)\\.css$',
        '/contracts/(pastOffices/pastAddress|rules/kolkataDay)\\.ts$',
        ours(
          'app/screenCode',
          'data/pastDay',
          'session/sessionRequests',
          'ui/code',
          'features/search/earlyKeys',
          'records/documents/fileDrops',
        ).source,
      ].join('|'),
    ),
    priority: 5,
  },
  // What the sign-in and the client have in common.
  {
    name: 'base',
    test: new RegExp(
      [
        'node_modules/(react|react-dom|scheduler)/',
        '@blueprintjs/core/lib/esm/(common|components/(button|callout|forms|html|icon|spinner|text))/',
        ours(
          'ui/(styles|theme|FormField|FullScreenSpinner|BrandMark|heldKeys)',
          'ui/toaster/Toaster',
          'session/(PasswordInput|askedFor)',
        ).source,
      ].join('|'),
    ),
    priority: 4,
  },
  // What the client begins with on every screen.
  { name: 'shell', test: ours('app/start'), priority: 3 },
  // What every list begins with.
  {
    name: 'list',
    test: ours(
      'ui/list/(ListScreen|RecordList|RowMenu|SummaryCards|FilterInputs|FilterTags|useListScreen|columns)',
      'ui/(StatusBadge|record/fieldsForm)',
      'records/policies/(PolicyBadges|policyLabels)',
      'records/(criteria|customers/CustomerLink|customers/useCustomer|policies/Premium)',
    ),
    priority: 2,
  },
  // What all lists begin with that show policies.
  {
    name: 'policies',
    test: new RegExp(
      [
        '/contracts/policies/policy(Views|Fields|Term|Kinds)\\.ts$',
        '/contracts/rules/email\\.ts$',
        // Of claims, what documents are, too.
        '/contracts/claims/claimRequirements\\.ts$',
        'icons/lib/esm/generated/components/(shield|time|exchange)\\.js$',
        ours('records/policies/(PolicyBadges|VehicleTypeIcon)', 'records/reminders/Remind').source,
      ].join('|'),
    ),
    priority: 1,
  },
  // What customers begin with, in their list and in what shows one of them.
  {
    name: 'customers',
    test: new RegExp(
      [
        '/contracts/customers/(customerFields|customerViews|consentFields)\\.ts$',
        ours('features/customers/customer').source,
      ].join('|'),
    ),
    priority: 1,
  },
  // What quotations begin with, in their list and in what shows some of them.
  {
    name: 'quotations',
    test: new RegExp(
      [
        '/contracts/quotations/quotation(Fields|Views)\\.ts$',
        'icons/lib/esm/generated/components/comparison\\.js$',
        ours('features/quotations/(quotationActions|quotation)').source,
        ours('records/quotations/(QuotationBadges|quotationLabels|InsuredIcon)').source,
      ].join('|'),
    ),
    priority: 0,
  },
  // What is drawn beside what can be done to a policy.
  {
    name: 'policyIcons',
    test: /icons\/lib\/esm\/generated\/components\/(document-share|disable|repeat)\.js$/,
    priority: 0,
  },
  // What claims begin with.
  { name: 'claims', test: /\/contracts\/claims\/claim(Views|Fields|Kinds)\.ts$/, priority: 0 },
  // What renewals are called about with, and by whom.
  {
    name: 'contacts',
    test: ours('records/renewals/(Contact|RenewalPhone|useOwners)'),
    priority: 0,
  },
  // What sends a form, in the lists whose rows are changed in place.
  { name: 'saving', test: ours('ui/record/useSaveRecord'), priority: 0 },
  // What reminders begin with.
  {
    name: 'reminders',
    test: new RegExp(
      [
        '@blueprintjs/core/lib/esm/components/progress-bar/',
        ours('records/(reminders/EmailKept|policies/DueBadge)').source,
      ].join('|'),
    ),
    priority: 0,
  },
  // What documents begin with.
  {
    name: 'documents',
    test: new RegExp(
      [
        '/contracts/documents/documentViews\\.ts$',
        'icons/lib/esm/generated/components/(download|media|id-number)\\.js$',
        ours('records/documents/(DocumentBadges|FileKindIcon|document|useFileDrop)').source,
      ].join('|'),
    ),
    priority: 0,
  },
];
