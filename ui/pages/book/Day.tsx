import { locale } from '../../client/page/t.ts';

/** A formatted date. @param props.date YYYY-MM-DD. */
export function Day({ date }: { date: string }) {
  const words = new Date(`${date}T12:00:00Z`).toLocaleDateString(locale('en'), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <time className="soft small" dateTime={date}>
      {words}
    </time>
  );
}
