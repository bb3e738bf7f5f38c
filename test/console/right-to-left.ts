/** A script for a page. The console has no language from right to left yet, so the browser reports an Arabic script. */
export const FROM_RIGHT_TO_LEFT = `Intl.Locale.prototype.maximize = () => ({ script: 'Arab' })`
