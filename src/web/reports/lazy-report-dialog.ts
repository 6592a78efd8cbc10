import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

export const LazyReportDialog = lazyDialog(
  async () => (await import('./report-dialog.tsx')).ReportDialog,
)
