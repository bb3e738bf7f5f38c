import type { UseFormReturnType } from '@mantine/form'

/** The part of a form that a grid needs. Its values have the rows by their ID. */
export interface GridForm {
  getValues(): { rows: Record<string, object> }
  setFieldValue: UseFormReturnType<{ rows: Record<string, object> }>['setFieldValue']
  setValues: UseFormReturnType<{ rows: Record<string, object> }>['setValues']
  getInputProps: UseFormReturnType<{ rows: Record<string, object> }>['getInputProps']
  errors: UseFormReturnType<object>['errors']
}
