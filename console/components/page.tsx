import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStoreName } from '#console/app/use-store-name.ts'
import { DialogHostProvider } from './action/dialog-host.tsx'
import classes from './page.module.css'
import { PageLink } from './page-link.tsx'

interface PageProps {
  title: string
  /** Badges after the title. */
  badges?: ReactNode
  /** One quiet line under the title. */
  subtitle?: ReactNode
  /** The link to the list that the page belongs to. */
  back?: { to: LinkProps['to']; text: string }
  /** Buttons at the end of the title. */
  actions?: ReactNode
  children?: ReactNode
  /** Keeps the title and the actions on the screen. */
  isSticky?: boolean
  width?: 'full' | 'detail' | 'form'
}

/** The frame of every screen: title, actions and content. */
export function Page({
  title,
  badges,
  subtitle,
  back,
  actions,
  children,
  isSticky = false,
  width = 'full',
}: PageProps) {
  useDocumentTitle(`${title} · ${useStoreName()}`)
  return (
    <DialogHostProvider>
      <Box className={classes.page} data-width={width}>
        {back && (
          <PageLink to={back.to} className={classes.back}>
            <IconArrowLeft size={14} aria-hidden className="flip" />
            {back.text}
          </PageLink>
        )}
        <Group
          className={classes.head}
          data-sticky={isSticky}
          justify="space-between"
          align="flex-start"
          mb="lg"
          gap="sm"
        >
          <Stack gap={2}>
            <Group gap="sm">
              <Title order={1} id="page-title" tabIndex={-1} className={classes.title}>
                {title}
              </Title>
              {badges}
            </Group>
            {subtitle && (
              <Text c="dimmed" size="sm" component="div">
                {subtitle}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Box>
    </DialogHostProvider>
  )
}
