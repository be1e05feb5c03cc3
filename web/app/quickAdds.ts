import { Calculator, DriveTime, Heart, People, Upload } from '@blueprintjs/icons';
import type { ComponentType } from 'react';

export interface QuickAddItem {
  label: string;
  icon: ComponentType;
  /** The screen, and the parameter of its address that opens the dialog. */
  path: string;
  parameter: string;
}

/** What can be added from anywhere. */
export const QUICK_ADDS: QuickAddItem[] = [
  { label: 'Customer', icon: People, path: '/customers', parameter: 'add' },
  { label: 'Health Policy', icon: Heart, path: '/health-insurance', parameter: 'add' },
  { label: 'Vehicle Policy', icon: DriveTime, path: '/vehicle-insurance', parameter: 'add' },
  { label: 'Upload Document', icon: Upload, path: '/documents', parameter: 'upload' },
  { label: 'Quotation', icon: Calculator, path: '/quotations', parameter: 'add' },
];
