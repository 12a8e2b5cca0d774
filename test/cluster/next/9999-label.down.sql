alter table reporting.scheduled_payments drop column label;
