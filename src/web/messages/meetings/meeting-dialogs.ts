import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

export const LazyProposeDialog = lazyDialog(
  async () => (await import('./propose-dialog.tsx')).ProposeDialog,
)

export const LazyShareMeetingDialog = lazyDialog(
  async () => (await import('./share-meeting-dialog.tsx')).ShareMeetingDialog,
)
