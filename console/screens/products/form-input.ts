import type { GetInputPropsReturnType } from '@mantine/form'

/** `getInputProps` of a form of a product. */
export type InputOf = (path: string, options?: { type: 'checkbox' }) => GetInputPropsReturnType
