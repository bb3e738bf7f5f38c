import { type MutationFunctionContext, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { isOutdated } from '#console/app/live/refresh-after-mutation.ts'
import { useMay } from '#console/app/permissions.ts'
import { common } from '#console/strings/common.ts'
import { notifyDone, notifyError } from '../notify.ts'
import { notifyUndoable } from '../notify-undoable.tsx'
import { useErrorText } from '../states.tsx'
import { useIsMounted } from '../use-is-mounted.ts'
import { isReadable, type Readable } from './entered.ts'
import { type FieldPlace, fieldErrorsOf, unreadableErrors } from './field-errors.ts'
import { validateInput } from './input-schema.ts'
import { trimTexts } from './trim-texts.ts'
import { undoOf, withoutUnchanged } from './undo-of.ts'
import { type EditedFields, useEditedFields } from './use-edited-fields.ts'

/** The part of `trpc.….mutationOptions()` that a form needs. */
export interface Action<Input, Output> {
  mutationKey: readonly (readonly string[])[]
  mutationFn?: ((input: Input, context: MutationFunctionContext) => Promise<Output>) | undefined
}

interface ProcedureFormOptions<Values extends object, Input, Output> {
  /** `trpc.admin.customers.update.mutationOptions()` */
  action: Action<Input, Output>
  values: Values
  /** The input of the procedure. Its fields have the names of the values. */
  toInput(values: Readable<Values>): Input
  /** The fields of the input that identify the row. Default: `id` */
  identity?: readonly string[]
  /** The fields of the input that are sent only if the user changed them, so that a change of another user stays. */
  sentIfChanged?: readonly string[]
  /** The fields that are never empty, although the procedure accepts an empty value. */
  required?: readonly (keyof Values & string)[]
  /** The errors by field that the procedure cannot find. */
  check?(values: Readable<Values>): Record<string, string>
  /** Default: each field has the name of its input. */
  placeOf?(path: string, takenValue: string | undefined, values: Values): string | undefined
  /** The value of a field of another user as text, such as an amount with its currency. */
  textOf?(name: string, value: unknown): string | undefined
  /**
   * The input that takes the saved values back, or undefined if they cannot be. Default: an update gets the earlier values of the
   * changed fields.
   */
  undoInput?(saved: Readable<Values>, before: Readable<Values>, output: Output): Input | undefined
  /** Whether a later Undo could lose money, stock or the effect of a message. */
  isFinal?: boolean
  /** Default: a message. An update that can be undone always shows its message. */
  onSaved?(output: Output): void | Promise<void>
  /** Distinguishes the unsaved changes of several rows, such as the ID of the row. */
  draft?: string
  /** Distinguishes several forms for one procedure. Default: the name of the procedure. */
  draftName?: string
  /** Whether the form changes the account of the user, which every role allows. */
  isOwnAccount?: boolean
}

export interface ProcedureForm<Values extends object>
  extends Omit<EditedFields<Values>, 'setError' | 'showErrors' | 'finish'> {
  /** The ID of the row, or an empty text. */
  row: string
  isSaving: boolean
  /** Whether the role of the user allows the procedure. */
  isAllowed: boolean
  /** The value of a field of another user as text, such as an amount with its currency. */
  textOf?(name: string, value: unknown): string | undefined
  submit(): Promise<void>
}

/** A form whose input is known. */
export interface InputForm<Values extends object, Input> extends ProcedureForm<Values> {
  /** The input of the current values. Undefined while a field has unreadable text. */
  input: Input | undefined
}

/** A form for one procedure: it validates with the input of the procedure, and keeps unsaved changes. */
export function useProcedureForm<Values extends object, Input, Output>({
  action,
  values,
  toInput: fullInput,
  identity,
  sentIfChanged = [],
  required = [],
  check,
  placeOf,
  textOf: fieldText,
  undoInput,
  isFinal = false,
  onSaved,
  draft = '',
  draftName,
  isOwnAccount = false,
}: ProcedureFormOptions<Values, Input, Output>): InputForm<Values, Input> {
  const procedure = action.mutationKey[0]?.join('.') ?? ''
  const words = common.useWords()
  const textOf = useErrorText()
  const may = useMay()
  const isMounted = useIsMounted()
  const isAllowed = isOwnAccount || may(action.mutationKey)
  const isUndoable = !isFinal && isUpdate(procedure)
  const { mutateAsync, isPending: isSaving } = useMutation({
    ...action,
    ...shownInPlace,
    onSuccess: async (output) => {
      finish()
      if (onSaved) await onSaved(output)
      else if (!isUndoable) notifyDone(words.saved)
    },
  })
  const { mutateAsync: takeBack } = useMutation({ ...action, onSuccess: () => notifyDone(words.undone) })
  const key = `${draftName ?? procedure}:${draft}`
  const client = useQueryClient()
  const { setError, showErrors, finish, ...edit } = useEditedFields<Values>({
    ...{ key, values, isSaving },
    isOutdated: () => isOutdated(client, action.mutationKey[0]?.[1]),
  })
  const { fields } = edit

  const toInput = (entered: Readable<Values>) =>
    sentIfChanged.length > 0 && isReadable(values)
      ? withoutUnchanged(fullInput(entered), fullInput(values), sentIfChanged)
      : fullInput(entered)
  const inputBefore =
    undoInput ??
    ((saved: Readable<Values>, before: Readable<Values>) => undoOf(fullInput(saved), fullInput(before), identity))
  const place: FieldPlace = (path, takenValue) => placeOf?.(path, takenValue, fields.getValues())

  const save = async () => {
    setError(undefined)
    const entered = trimTexts(fields.getValues())
    if (!isReadable(entered)) return showErrors(unreadableErrors(entered, words))
    const input = toInput(entered)
    const empty = required.filter((name) => entered[name] === '' || entered[name] === null)
    const invalid = {
      ...inPlace(await validateInput(procedure, { input, words }), place),
      ...Object.fromEntries(empty.map((name) => [name, words.fieldRequired])),
      ...check?.(entered),
    }
    if (Object.keys(invalid).length > 0) return showErrors(invalid)
    try {
      const output = await mutateAsync(input)
      if (!isUndoable) return
      const undo = isReadable(values) ? inputBefore(entered, values, output) : undefined
      if (undo) notifyUndoable(words.saved, () => takeBack(undo), key)
      else notifyDone(words.saved)
    } catch (failure) {
      if (!isMounted()) return notifyError(textOf(failure))
      const errors = fieldErrorsOf(failure, { names: Object.keys(fields.getValues()), placeOf: place }, words)
      if (Object.keys(errors).length > 0) showErrors(errors)
      else setError(textOf(failure))
    }
  }
  const isSubmitting = useRef(false)
  // A second click comes while the first one still validates.
  const submit = async () => {
    if (isSubmitting.current) return
    isSubmitting.current = true
    await save().finally(() => {
      isSubmitting.current = false
    })
  }
  const current = trimTexts(fields.getValues())
  return {
    ...edit,
    ...(fieldText ? { textOf: fieldText } : {}),
    row: draft,
    isSaving,
    isAllowed,
    submit,
    input: isReadable(current) ? toInput(current) : undefined,
  }
}

/** Such as `admin.customers.update` and `admin.products.updateVariant`. */
const isUpdate = (procedure: string): boolean => /\.update[A-Z]?\w*$/.test(procedure)

const inPlace = (errors: Record<string, string>, placeOf: FieldPlace): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [placeOf(path, undefined) ?? path, text]))
