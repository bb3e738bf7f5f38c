import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { navigation } from '#console/strings/navigation.ts'
import { shell } from '#console/strings/shell.ts'
import { navigationGroups } from '../areas.ts'
import { GO_KEYS } from './keys.ts'

export default function ShortcutsHelp({ onClose }: { onClose(): void }) {
  const words = shell.useWords()
  const names = navigation.useWords()
  const nameOf = (path: string) => navigationGroups.flat().find((area) => area.path === path)?.name
  const shortcuts: [keys: string[], text: string][] = [
    [['Ctrl', 'K'], words.openPalette],
    [['/'], words.focusSearch],
    [['J'], words.nextRow],
    [['K'], words.previousRow],
    [['Ctrl', 'S'], words.saveForm],
    [['?'], words.shortcuts],
    ...[...GO_KEYS].map(([key, path]): [string[], string] => {
      const name = nameOf(path)
      return [['G', key.toUpperCase()], name ? names[name] : path]
    }),
  ]
  return (
    <Modal opened onClose={onClose} title={words.shortcuts}>
      <Stack gap={6}>
        {shortcuts.map(([keys, text]) => (
          <Group key={keys.join()} justify="space-between">
            <Text size="sm">{text}</Text>
            <Group gap={4}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
