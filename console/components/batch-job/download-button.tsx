import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'

interface DownloadButtonProps extends ButtonProps {
  fileKey: string
  /** Distinguishes several buttons for screen readers. */
  label?: string
}

/** Downloads the file of an export. */
export function DownloadButton({ fileKey, label, ...props }: DownloadButtonProps) {
  const words = batchJobs.useWords()
  const download = useMutation(
    trpc.admin.uploads.downloadUrl.mutationOptions({
      onSuccess: ({ download_url }) => location.assign(download_url),
    }),
  )
  return (
    <Button
      {...props}
      aria-label={label}
      loading={download.isPending}
      onClick={() => download.mutate({ file_key: fileKey })}
    >
      {words.download}
    </Button>
  )
}
