/** Saves a file that the page made in the downloads of the user. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Excel reads a CSV file as UTF-8 only if it begins with a byte order mark. */
export const saveCsv = (name: string, text: string): void => saveFile(name, `\ufeff${text}`, 'text/csv;charset=utf-8')
