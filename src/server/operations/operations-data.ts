import type { RoomData } from '../database/room-data.ts'

/** None of these tables has personal data. Weekly figures stay for good; the jobs that write the others delete old rows. */
export const operationsData: RoomData = {
  tables: {
    weekly_figures: { key: ['week', 'name', 'category'] },
    site_sizes: { notInBackups: 'it is about the disk of the machine' },
    processes: { notInBackups: 'it has the processes that run now' },
    alerts: { notInBackups: 'a restored site has to notice for itself what is wrong' },
  },
}
