alter table reporting.scheduled_payments add column label text;
