import type { Fault } from './fault.ts'

/** Faults in the pages. Most need a browser to show up: focus, scrolling, use before JavaScript loads. */
export const componentFaults: readonly Fault[] = [
  {
    name: 'Lose the focus in a sheet that was opened before JavaScript loaded',
    file: 'src/web/ui/overlays/modal.tsx',
    search:
      '    if (focusInPopover.current instanceof HTMLElement) focusInPopover.current.focus()\n',
    replace: '',
    tests: ['tests/browser/before-code.spec.ts'],
  },
  {
    name: 'Focus the dangerous button of a question first',
    file: 'src/web/ui/overlays/confirm-dialog.tsx',
    search: `busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" ref={cancel} onClick={onClose}>`,
    replace: `ref={cancel} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onClose}>`,
    tests: ['tests/browser/listing-page-owner.spec.ts', 'tests/browser/design.spec.ts'],
  },
  {
    name: 'Forget the order when searching before JavaScript loads',
    file: 'src/web/listings/browse/search-box.tsx',
    search: "<HiddenFilters filters={withFilters(filters, { q: '', exact: '' })} />",
    replace: "<HiddenFilters filters={withFilters(filters, { q: '', exact: '', order: '' })} />",
    tests: ['tests/browser/no-script.spec.ts', 'tests/browser/before-code.spec.ts'],
  },
  {
    name: 'Ignore an order that was chosen before JavaScript loaded',
    file: 'src/web/listings/browse/sort-select.tsx',
    search: '  useEffect(() => applyChosen(), [])\n',
    replace: '',
    tests: ['tests/browser/before-code.spec.ts'],
  },
  {
    name: 'Do not say whether a favourite is pressed',
    file: 'src/web/saved/favourites/favourite-toggle.tsx',
    search: '      aria-pressed={isReady ? saved.has(id) : undefined}\n',
    replace: '',
    tests: ['tests/browser/favourites.spec.ts'],
  },
  {
    name: 'Stop asking for new messages after one failed request',
    file: 'src/web/messages/message-updates.ts',
    search: "state.status === 'error' ? pollMs : intervalMs",
    replace: "state.status === 'error' ? false : intervalMs",
    tests: ['src/web/messages/message-updates.test.ts'],
  },
  {
    name: 'Lose the price when Free is unticked',
    file: 'src/web/listings/form/field-input.tsx',
    search: "target.checked ? '0' : earlierPrice.current",
    replace: "target.checked ? '0' : ''",
    tests: ['tests/browser/listing-form.spec.ts'],
  },
  {
    name: 'Ask for the next page again and again when it fails',
    file: 'src/web/listings/browse/results.tsx',
    search: 'hasNextPage && !isFetching && !pageError',
    replace: 'hasNextPage && !isFetching',
    tests: ['tests/browser/browse.spec.ts'],
  },
  {
    name: 'Open the full screen at the first photo',
    file: 'src/web/ui/content/carousel.tsx',
    search: "left: initialIndex * element.clientWidth, behavior: 'instant'",
    replace: "left: initialIndex, behavior: 'instant'",
    tests: ['tests/browser/listing-page.spec.ts'],
  },
  {
    name: 'Keep the filters shut until JavaScript loads',
    file: 'src/web/listings/browse/filter-sheet.tsx',
    search: '        popoverTarget={sheetId}\n',
    replace: '',
    tests: ['tests/browser/no-script.spec.ts', 'tests/browser/before-code.spec.ts'],
  },
]
