export type NoValues = Record<never, never>
