/** The input of a procedure that stores files. */
export function formOfFiles(files: readonly File[]): FormData {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  return form
}
