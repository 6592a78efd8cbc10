import type { RoomData } from '../database/room-data.ts'

/** None of these tables has personal data. Old rows are deleted by the jobs that write them. */
export const operationsData: RoomData = {
  tables: {
    weekly_figures: { key: ['week', 'name', 'category'] },
    site_sizes: { notInBackups: 'it is about the disk of the machine' },
    processes: { notInBackups: 'it has the processes that run now' },
    alerts: { notInBackups: 'a restored site has to notice for itself what is wrong' },
  },
}
