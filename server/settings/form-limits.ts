export interface FormLimits {
  /** Maximum size of a file, in bytes. */
  fileSize: number
  files: number
}

export const defaultFormLimits: FormLimits = { fileSize: 50 * 1024 * 1024, files: 20 }
