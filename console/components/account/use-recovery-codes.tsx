import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { CopyTextButton } from '#console/components/copy-text-button.tsx'
import { modals } from '#console/components/modals.ts'
import { account } from '#console/strings/account.ts'
import { common } from '#console/strings/common.ts'

const MODAL = 'recovery-codes'

/** Returns a function that shows new codes once. The dialog stays when the page behind it changes. */
export function useRecoveryCodes(): (codes: readonly string[]) => void {
  const words = account.useWords()
  return (codes) =>
    void modals.open({
      modalId: MODAL,
      title: words.codesTitle,
      size: 'md',
      closeOnClickOutside: false,
      closeOnEscape: false,
      withCloseButton: false,
      children: <RecoveryCodes codes={codes} />,
    })
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const words = account.useWords()
  const { done } = common.useWords()
  const text = codes.join('\n')
  return (
    <Stack>
      <Alert color="yellow">{words.codesText}</Alert>
      <Code block data-secret tabIndex={0}>
        {text}
      </Code>
      <Group justify="flex-end" gap="xs">
        <CopyTextButton text={text} />
        <Button onClick={() => modals.close(MODAL)}>{done}</Button>
      </Group>
    </Stack>
  )
}
