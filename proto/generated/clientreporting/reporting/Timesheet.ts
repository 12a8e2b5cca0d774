// Original file: proto/reporting.proto

import type { TimesheetStatistics as _clientreporting_reporting_TimesheetStatistics, TimesheetStatistics__Output as _clientreporting_reporting_TimesheetStatistics__Output } from '../../clientreporting/reporting/TimesheetStatistics.ts';
import type { Person as _clientreporting_reporting_Person, Person__Output as _clientreporting_reporting_Person__Output } from '../../clientreporting/reporting/Person.ts';
import type { Team as _clientreporting_reporting_Team, Team__Output as _clientreporting_reporting_Team__Output } from '../../clientreporting/reporting/Team.ts';

export interface _clientreporting_reporting_Timesheet_Contract {
  '_id'?: (string);
  'rate'?: (number | string);
  'title'?: (string);
  'contractor'?: (_clientreporting_reporting_Person | null);
  'employer'?: (_clientreporting_reporting_Person | null);
  'team'?: (_clientreporting_reporting_Team | null);
  '_team'?: "team";
}

export interface _clientreporting_reporting_Timesheet_Contract__Output {
  '_id': (string);
  'rate': (number);
  'title': (string);
  'contractor': (_clientreporting_reporting_Person__Output | null);
  'employer': (_clientreporting_reporting_Person__Output | null);
  'team'?: (_clientreporting_reporting_Team__Output | null);
}

export interface Timesheet {
  'contract'?: (_clientreporting_reporting_Timesheet_Contract | null);
  'statistics'?: (_clientreporting_reporting_TimesheetStatistics | null);
}

export interface Timesheet__Output {
  'contract': (_clientreporting_reporting_Timesheet_Contract__Output | null);
  'statistics': (_clientreporting_reporting_TimesheetStatistics__Output | null);
}
