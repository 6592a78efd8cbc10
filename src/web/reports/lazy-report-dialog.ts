import { lazyDialog } from '../ui/lazy-dialog.tsx'

export const LazyReportDialog = lazyDialog(
  async () => (await import('./report-dialog.tsx')).ReportDialog,
)
