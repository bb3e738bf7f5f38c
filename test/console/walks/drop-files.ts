import type { Locator } from 'playwright-core'

interface DroppedFile {
  name: string
  type: string
  content: string
}

/** Drops files on a field, as a mouse does that drags them from the desktop. */
export async function dropFiles(field: Locator, files: readonly DroppedFile[]): Promise<void> {
  const transfer = await field.page().evaluateHandle(`(${NEW_TRANSFER})(${JSON.stringify(files)})`)
  for (const event of ['dragenter', 'dragover', 'drop']) await field.dispatchEvent(event, { dataTransfer: transfer })
}

/** Runs in the page. */
const NEW_TRANSFER = `(files) => {
  const transfer = new DataTransfer()
  for (const { name, type, content } of files) transfer.items.add(new File([content], name, { type }))
  return transfer
}`
