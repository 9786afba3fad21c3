import type { QuotaUse } from '../../api/contract/quota.ts';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { sizeInWords } from '../components/words.ts';

/** Usage of each quota; omits those without a limit. */
export function Quotas({ quota: { bytes, jobs, minutesPerDay, minutesPerMonth } }: { quota: QuotaUse }) {
  return (
    <>
      <Quota use={bytes} label="Total storage">
        {`${sizeInWords(bytes.used)} of ${sizeInWords(bytes.limit ?? 0)} total storage`}
      </Quota>
      <Quota use={jobs} label="Waiting videos">
        {`${jobs.used} of ${jobs.limit} videos waiting`}
      </Quota>
      <Quota use={minutesPerDay} label="Rendered today">
        {`${minutesInWords(minutesPerDay.used)} of ${minutesPerDay.limit} minutes rendered today`}
      </Quota>
      <Quota use={minutesPerMonth} label="Rendered this month">
        {`${minutesInWords(minutesPerMonth.used)} of ${minutesPerMonth.limit} minutes rendered this month`}
      </Quota>
    </>
  );
}

function Quota({ use: { used, limit }, label, children }: { use: QuotaUse['bytes']; label: string; children: string }) {
  if (limit === null) return null;
  return (
    <div className="my-quota">
      <p>{children}</p>
      <ProgressBar thin value={Math.min(1, used / limit)} label={label} />
    </div>
  );
}

function minutesInWords(minutes: number): string {
  return String(Math.round(minutes * 10) / 10);
}
