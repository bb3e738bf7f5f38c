import { Card, Center, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Brand } from '#console/app/shell/brand.tsx'

/** The frame of the pages without a signed-in user. */
export function SessionCard({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Cartwright`)
  return (
    <Center component="main" mih="100vh" p="md">
      <Card w="100%" maw={400} padding="xl" shadow="sm">
        <Stack gap="lg">
          <Brand />
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Card>
    </Center>
  )
}
