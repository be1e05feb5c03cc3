import { MenuDivider, MenuItem } from '@blueprintjs/core';
import { Document, Media, Th } from '@blueprintjs/icons';
import { type ReportName, reportNamed } from '@insuremanager/contracts/reports/reports';
import { OFFICE_BASE } from '../../data/pastDay';
import { ActionMenu } from '../../ui/ActionMenu';
import { useToast } from '../../ui/toaster/Toaster';
import { saveCharts } from './picture';
import { queryOf, type ReportAddress } from './reportAddress';

interface ReportExportProps {
  name: ReportName;
  address: ReportAddress;
}

const FILES = [
  { format: 'xlsx', text: 'Excel', icon: <Th /> },
  { format: 'csv', text: 'CSV', icon: <Th /> },
  { format: 'pdf', text: 'PDF on your letterhead', icon: <Document /> },
] as const;

/** The files that a report can be had as. */
export default function ReportExport({ name, address }: ReportExportProps) {
  const showToast = useToast();
  const query = String(queryOf({ ...address, report: name, measure: undefined }));
  const save = async () => {
    const charts = document.querySelector<HTMLElement>('.report-charts');
    if (!charts) return;
    try {
      const { title } = reportNamed(name);
      await saveCharts(charts, { title, fileName: `${name.replaceAll('_', '-')}.png` });
    } catch {
      const description = 'Failed to draw the picture. Please try again.';
      showToast({ title: 'Error', description, tone: 'destructive' });
    }
  };
  return (
    <ActionMenu label="Export">
      {FILES.map(({ format, text, icon }) => (
        <MenuItem
          key={format}
          icon={icon}
          text={text}
          href={`${OFFICE_BASE}/api/reports.${format}?${query}`}
          download
        />
      ))}
      <MenuDivider />
      <MenuItem icon={<Media />} text="Chart as a picture (PNG)" onClick={() => void save()} />
    </ActionMenu>
  );
}
