let isReloaded = false

/** Whether the console itself reloads the page. */
export const isReloading = (): boolean => isReloaded

/** Forms keep their drafts, so the browser asks only before it loses other changes. */
export function reloadPage(): void {
  isReloaded = true
  location.reload()
}
