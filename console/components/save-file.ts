/** Saves a file that the page made in the downloads of the user. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export const saveCsv = (name: string, text: string): void => saveFile(name, text, 'text/csv;charset=utf-8')
