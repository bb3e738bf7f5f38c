import { useMediaQuery } from '@mantine/hooks'

/** Whether the window has the width of a phone, at the first rendering too. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
