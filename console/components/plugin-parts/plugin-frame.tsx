import { useComputedColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { pageUrl } from '#console/app/address.ts'
import { currentLocale, directionOf, useLanguage } from '#console/app/language.ts'
import classes from './plugin-frame.module.css'

interface PluginFrameProps {
  title: string
  /** Relative to the address of the console. */
  path: string
  /** The page of the console with the frame, and the ID of its row. Without it, the frame is a page. */
  row?: { place: string; id: string }
}

/** A page or a panel of a plugin. `public/plugin.js` is the other side of its messages. */
export function PluginFrame({ title, path, row }: PluginFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const navigate = useNavigate()
  const scheme = useComputedColorScheme()
  const language = useLanguage()
  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (!frame.current || source !== frame.current.contentWindow || origin !== location.origin) return
      const message = readMessage(data)
      if (message?.type === 'height') setHeight(message.height)
      if (message?.type === 'open') void navigate({ to: message.path })
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [navigate])
  const address = new URL(pageUrl(path))
  const look = { language: currentLocale(), direction: directionOf(language), scheme }
  for (const [name, value] of Object.entries({ place: 'page', ...row, ...look })) address.searchParams.set(name, value)
  return (
    <iframe
      ref={frame}
      key={address.href}
      title={title}
      src={address.href}
      className={row ? classes.panel : classes.page}
      {...(row && height !== undefined ? { height } : {})}
    />
  )
}

type Message = { type: 'height'; height: number } | { type: 'open'; path: string }

/** The highest panel, in pixels. A higher one scrolls. */
const MAX_HEIGHT = 1200

/** A plugin can send anything. */
function readMessage(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'height' && 'height' in data && typeof data.height === 'number' && Number.isFinite(data.height))
    return { type: 'height', height: Math.min(MAX_HEIGHT, Math.max(0, data.height)) }
  if (data.type === 'open' && 'path' in data && typeof data.path === 'string' && /^\/(?!\/)/.test(data.path))
    return { type: 'open', path: data.path }
  return undefined
}
