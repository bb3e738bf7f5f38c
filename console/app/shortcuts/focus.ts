const LINKS = 'main tbody tr a[href]'

/** Moves the focus to the search field of the list. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-list-search]')?.focus()
}

/** Moves the focus to the first link of the next or previous row of a list. */
export function focusNextRow(step: 1 | -1): void {
  const rows = [...new Set([...document.querySelectorAll(LINKS)].map((link) => link.closest('tr')))]
  const current = rows.indexOf(document.activeElement?.closest('tr') ?? null)
  const next = rows[current < 0 ? 0 : current + step]
  next?.querySelector<HTMLAnchorElement>('a[href]')?.focus()
}
