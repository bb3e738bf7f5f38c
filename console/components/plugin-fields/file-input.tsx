import { Button, Group, Input, Stack } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { formOfFiles } from '#console/app/form-of-files.ts'
import { useMay } from '#console/app/permissions.ts'
import { plugins } from '#console/strings/plugins.ts'
import { useErrorText } from '../states.tsx'
import { UploadButton } from '../upload-button.tsx'
import { FileValue } from './file-value.tsx'
import type { PluginField } from './plugin-field.ts'

interface FileInputProps {
  field: PluginField
  input: GetInputPropsReturnType
}

/** Uploads a file, and shows, replaces or removes the file of the field. */
export function FileInput({ field, input: { value, error, onChange } }: FileInputProps) {
  const words = plugins.useWords()
  const may = useMay()
  const textOf = useErrorText()
  const label = useId()
  const [refusal, setRefusal] = useState<string>()
  const { uploads } = trpc.admin
  const { mutate, isPending } = useMutation(
    (field.is_private ? uploads.createProtected : uploads.create).mutationOptions({
      ...shownInPlace,
      onSuccess: ({ uploads: [stored] }) => onChange(stored?.key),
      onError: (failure) => setRefusal(textOf(failure)),
    }),
  )
  const choose = (file: File) => {
    const isTooLarge = field.max_bytes !== null && file.size > field.max_bytes
    setRefusal(isTooLarge ? words.fileTooLarge(field.max_bytes ?? 0) : undefined)
    if (!isTooLarge) mutate(formOfFiles([file]))
  }
  const key = typeof value === 'string' && value !== '' ? value : undefined
  const mayUpload = may(field.is_private ? 'uploads.createProtected' : 'uploads.create')
  return (
    <Input.Wrapper label={field.label} labelElement="div" labelProps={{ id: label }} error={refusal ?? error}>
      <Stack gap="xs" align="flex-start">
        {key && <FileValue field={field} fileKey={key} hasPreview />}
        <Group gap="xs">
          {mayUpload && (
            <UploadButton accept={field.accept?.join(',')} labelledBy={label} loading={isPending} onChoose={choose}>
              {key ? words.replaceFile : words.uploadFile}
            </UploadButton>
          )}
          {key && (
            <Button variant="subtle" size="xs" aria-describedby={label} onClick={() => onChange(null)}>
              {words.removeFile}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
