import { Button, Group, Image, Input, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { fileAddress } from '#console/app/address.ts'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { formOfFiles } from '#console/app/form-of-files.ts'
import { useMay } from '#console/app/permissions.ts'
import { useConfirm } from '#console/components/confirm.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { UploadButton } from '#console/components/upload-button.tsx'
import { plugins } from '#console/strings/plugins.ts'
import { settings } from '#console/strings/settings.ts'
import classes from './logo-field.module.css'

const ACCEPT = 'image/png,image/jpeg,image/webp,image/svg+xml'

/** Uploads, replaces or removes the logo at once, without the other fields of the form. */
export function LogoField({ logoKey }: { logoKey: string | null }) {
  const words = settings.useWords()
  const buttons = plugins.useWords()
  const may = useMay()
  const textOf = useErrorText()
  const confirm = useConfirm()
  const label = useId()
  const change = useMutation(trpc.admin.store.changeLogo.mutationOptions(shownInPlace))
  const remove = useMutation(trpc.admin.store.removeLogo.mutationOptions(shownInPlace))
  const error = change.error ?? remove.error
  const choose = (file: File) => {
    remove.reset()
    change.mutate(formOfFiles([file]))
  }
  const askAndRemove = async () => {
    change.reset()
    const question = { title: words.removeLogoTitle, text: words.removeLogoText, action: buttons.removeFile }
    if (await confirm(question)) remove.mutate({})
  }
  return (
    <Input.Wrapper
      label={words.logo}
      description={words.logoHint}
      labelElement="div"
      labelProps={{ id: label }}
      error={error && textOf(error)}
    >
      <Stack gap="xs" align="flex-start" mt="xs">
        {logoKey && <Image src={fileAddress(logoKey)} alt={words.logoOfShop} className={classes.logo} />}
        <Group gap="xs">
          {may('store.changeLogo') && (
            <UploadButton accept={ACCEPT} labelledBy={label} loading={change.isPending} onChoose={choose}>
              {logoKey ? buttons.replaceFile : buttons.uploadFile}
            </UploadButton>
          )}
          {logoKey && may('store.removeLogo') && (
            <Button
              variant="subtle"
              size="xs"
              loading={remove.isPending}
              aria-describedby={label}
              onClick={() => void askAndRemove()}
            >
              {buttons.removeFile}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}
